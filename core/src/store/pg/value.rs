//! Values between rusqlite's traits and PostgreSQL's wire: whole numbers are `BIGINT`, flags among them; texts, bytes and
//! fractions are themselves.

use std::error::Error;

use postgres::types::private::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use rusqlite::types::{ToSqlOutput, ValueRef};

/// A value on its way in.
#[derive(Debug)]
pub(in crate::store) struct Given<'a>(pub ToSqlOutput<'a>);

/// A value that was found.
pub(in crate::store) struct Raw<'a>(pub ValueRef<'a>);

type Converted<T> = Result<T, Box<dyn Error + Sync + Send>>;

impl ToSql for Given<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Converted<IsNull> {
        match &self.0 {
            ToSqlOutput::Borrowed(value) => write(*value, ty, out),
            ToSqlOutput::Owned(value) => write(ValueRef::from(value), ty, out),
            _ => Err("a value that only SQLite knows".into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

fn write(value: ValueRef<'_>, ty: &Type, out: &mut BytesMut) -> Converted<IsNull> {
    match (value, ty) {
        (ValueRef::Null, _) => Ok(IsNull::Yes),
        (ValueRef::Integer(number), &Type::INT8) => number.to_sql(ty, out),
        (ValueRef::Integer(number), &Type::INT4) => i32::try_from(number)?.to_sql(ty, out),
        (ValueRef::Integer(number), &Type::BOOL) => (number != 0).to_sql(ty, out),
        // SQLite compares and joins numbers and texts as texts, too.
        (ValueRef::Integer(number), &Type::TEXT) => number.to_string().to_sql(ty, out),
        (ValueRef::Real(number), &Type::FLOAT8) => number.to_sql(ty, out),
        (ValueRef::Text(text), &Type::TEXT | &Type::VARCHAR | &Type::NAME) => {
            let text = std::str::from_utf8(text)?;
            match text.contains('\0') {
                // PostgreSQL keeps no NUL in texts, and nobody reads one.
                true => text.replace('\0', "\u{fffd}").to_sql(ty, out),
                false => text.to_sql(ty, out),
            }
        }
        (ValueRef::Blob(bytes), &Type::BYTEA) => bytes.to_sql(ty, out),
        (value, ty) => Err(format!("{:?} where PostgreSQL expects {ty}", value.data_type()).into()),
    }
}

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Converted<Raw<'a>> {
        Ok(Raw(match *ty {
            Type::INT8 => ValueRef::Integer(i64::from_sql(ty, raw)?),
            Type::INT4 => ValueRef::Integer(i32::from_sql(ty, raw)?.into()),
            Type::BOOL => ValueRef::Integer(bool::from_sql(ty, raw)?.into()),
            Type::FLOAT8 => ValueRef::Real(f64::from_sql(ty, raw)?),
            Type::BYTEA => ValueRef::Blob(raw),
            Type::TEXT | Type::VARCHAR | Type::NAME | Type::UNKNOWN => ValueRef::Text(raw),
            _ => return Err(format!("a value of type {ty}").into()),
        }))
    }

    fn from_sql_null(_: &Type) -> Converted<Raw<'a>> {
        Ok(Raw(ValueRef::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// The values of a statement, made ready to be sent.
pub(super) fn given<'a>(values: &'a [&'a dyn rusqlite::ToSql]) -> rusqlite::Result<Vec<Given<'a>>> {
    values.iter().map(|value| value.to_sql().map(Given)).collect()
}
