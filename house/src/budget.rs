//! How long a thought may last: so many judged positions, and perhaps a bell that rings earlier.

/// A budget of nodes. One node is one position judged.
pub struct Budget<'a> {
    most: u64,
    spent: u64,
    bell: Option<Bell<'a>>,
}

struct Bell<'a> {
    rings: &'a mut dyn FnMut() -> bool,
    /// Asked again once so many nodes are spent: asking costs as much as some judgements.
    next: u64,
    rang: bool,
}

/// How many nodes pass between two looks at the bell.
const PATIENCE: u64 = 1024;

impl<'a> Budget<'a> {
    /// So many nodes and nothing else: the same thought on every machine.
    pub fn nodes(most: u64) -> Budget<'static> {
        Budget { most, spent: 0, bell: None }
    }

    /// Until the bell rings, which may look at a clock. What is thought then depends on the machine.
    pub fn until(rings: &'a mut dyn FnMut() -> bool) -> Budget<'a> {
        Budget { most: u64::MAX, spent: 0, bell: Some(Bell { rings, next: PATIENCE, rang: false }) }
    }

    /// Takes so many nodes off.
    pub fn spend(&mut self, nodes: u64) {
        self.spent += nodes;
    }

    /// How many nodes were spent.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// How many are left, as far as nodes count.
    pub fn left(&self) -> u64 {
        self.most.saturating_sub(self.spent)
    }

    /// Whether it is time to stop.
    pub fn is_over(&mut self) -> bool {
        if self.spent >= self.most {
            return true;
        }
        let spent = self.spent;
        self.bell.as_mut().is_some_and(|bell| {
            if !bell.rang && spent >= bell.next {
                bell.next = spent + PATIENCE;
                bell.rang = (bell.rings)();
            }
            bell.rang
        })
    }
}
