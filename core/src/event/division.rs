//! How many play in each division or group: 5, 7 or 9, since colours are exactly balanced in odd groups. Fields of 6, 8,
//! 11 and 13 can't be divided so and have one even group.

/// The fewest that a league or cup begins with.
pub const FEWEST: usize = 5;
/// The most in one group.
pub const MOST: usize = 9;

/// The sizes of the groups that a field is divided into, seven wherever possible and an even one last; none if the field is
/// too small.
pub fn sizes(field: usize) -> Vec<usize> {
    match field {
        0..=4 => Vec::new(),
        6 | 8 => vec![field],
        11 => vec![5, 6],
        13 => vec![7, 6],
        // As few groups of other sizes than seven as possible: at most three, as every remainder by seven can be had so.
        _ => (0..=4usize)
            .flat_map(|others| (0..=others).map(move |nines| (nines, others - nines)))
            .find_map(|(nines, fives)| {
                let sevens = field.checked_sub(9 * nines + 5 * fives).filter(|rest| rest.is_multiple_of(7))? / 7;
                Some([vec![7; sevens], vec![9; nines], vec![5; fives]].concat())
            })
            .unwrap_or_default(),
    }
}

/// The same for a league whose divisions have members already: each division from the top is at least as large as the
/// number of its members, as far as there are divisions of that size; vacancies go to the next best. `members` are those of
/// all divisions but the lowest.
pub fn sizes_around(field: usize, members: &[usize]) -> Vec<usize> {
    let (mut left, mut found) = (field, Vec::new());
    for wanted in members {
        if left <= MOST {
            break;
        }
        let fitting = |size: &usize| is_odd_sum(left - size);
        let possible: Vec<usize> = [5, 7, 9].into_iter().filter(fitting).collect();
        let Some(size) = possible.iter().find(|size| *size >= wanted).or(possible.last()) else { break };
        found.push(*size);
        left -= size;
    }
    found.extend(sizes(left));
    found
}

/// Whether a field can be divided into odd groups alone.
fn is_odd_sum(field: usize) -> bool {
    field == 0 || field >= FEWEST && !matches!(field, 6 | 8 | 11 | 13)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_odd_wherever_they_can_be() {
        for field in 0..2_000 {
            let sizes = sizes(field);
            assert_eq!(sizes.iter().sum::<usize>(), if field < FEWEST { 0 } else { field });
            let even = sizes.iter().filter(|size| *size % 2 == 0).count();
            assert_eq!(even, usize::from([6, 8, 11, 13].contains(&field)), "{field}");
            assert!(sizes.iter().all(|size| (FEWEST..=MOST).contains(size)), "{field}: {sizes:?}");
        }
        for (field, wanted) in [(5, vec![5]), (6, vec![6]), (10, vec![5, 5]), (12, vec![7, 5]), (14, vec![7, 7])] {
            assert_eq!(sizes(field), wanted);
        }
    }

    #[test]
    fn divisions_keep_their_members() {
        for field in FEWEST..120 {
            for first in 3..=9 {
                let sizes = sizes_around(field, &[first, first]);
                assert_eq!(sizes.iter().sum::<usize>(), field, "{field}, {first}");
                assert!(sizes.iter().all(|size| (FEWEST..=MOST).contains(size)), "{field}: {sizes:?}");
            }
        }
        assert_eq!(sizes_around(21, &[8, 7]), [9, 7, 5], "one more was promoted");
        assert_eq!(sizes_around(21, &[5, 7]), [5, 7, 9], "a small division stays small");
        assert_eq!(sizes_around(8, &[7]), [8]);
    }
}
