//! Values of Python as bytes that are the same in every process: what positions and moves are known by.
//!
//! Two values have the same bytes exactly if Python calls them equal: `True` is 1 and `1.0` is 1 here, too.
//! There are bytes for `None`, numbers, texts, bytes, enumerations, and for tuples, frozen sets and frozen
//! dataclasses of such. For anything else there are none: a game then numbers its positions, which is good
//! for one process, or says by `key` what they are known by.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyFrozenSet, PyInt, PyString, PyTuple};

/// Tuples in tuples go no deeper.
const DEEPEST: u32 = 64;

/// Appends the bytes of a value; `false` if there are none.
pub(super) fn write(value: &Bound<'_, PyAny>, bytes: &mut Vec<u8>) -> PyResult<bool> {
    write_at(value, bytes, 0)
}

fn write_at(value: &Bound<'_, PyAny>, bytes: &mut Vec<u8>, depth: u32) -> PyResult<bool> {
    if depth > DEEPEST {
        return Ok(false);
    }
    if value.is_none() {
        bytes.push(b'n');
    } else if value.is_instance_of::<PyInt>() && compares_as::<PyInt>(value)? {
        // A truth value is a number, too.
        match value.extract::<i64>() {
            Ok(number) => whole(number, bytes),
            Err(_) => counted(b'I', value.str()?.to_string().as_bytes(), bytes),
        }
    } else if value.is_instance_of::<PyString>() && compares_as::<PyString>(value)? {
        counted(b's', value.cast::<PyString>()?.to_cow()?.as_bytes(), bytes);
    } else if value.is_instance_of::<PyTuple>() && compares_as::<PyTuple>(value)? {
        return all(b't', value.cast::<PyTuple>()?.iter(), bytes, depth);
    } else if value.is_instance_of::<PyBytes>() && compares_as::<PyBytes>(value)? {
        counted(b'b', value.cast::<PyBytes>()?.as_bytes(), bytes);
    } else if value.is_instance_of::<PyFloat>() && compares_as::<PyFloat>(value)? {
        return Ok(float(value.extract()?, bytes));
    } else if value.is_instance_of::<PyFrozenSet>() && compares_as::<PyFrozenSet>(value)? {
        return set(value.cast::<PyFrozenSet>()?, bytes, depth);
    } else {
        return other(value, bytes, depth);
    }
    Ok(true)
}

/// Whether a value is equal to others as its built-in type has it.
fn compares_as<T: pyo3::PyTypeInfo>(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_exact_instance_of::<T>() || value.is_exact_instance_of::<PyBool>() {
        return Ok(true);
    }
    let own = value.get_type().getattr("__eq__")?;
    Ok(own.is(&value.py().get_type::<T>().getattr("__eq__")?))
}

fn whole(number: i64, bytes: &mut Vec<u8>) {
    match i8::try_from(number) {
        Ok(small) => bytes.extend([b'1', small as u8]),
        Err(_) => {
            bytes.push(b'8');
            bytes.extend(number.to_be_bytes());
        }
    }
}

fn counted(mark: u8, text: &[u8], bytes: &mut Vec<u8>) {
    bytes.push(mark);
    bytes.extend((text.len() as u64).to_be_bytes());
    bytes.extend(text);
}

/// A whole float is the number that it is equal to; one that is not equal to itself is none.
fn float(number: f64, bytes: &mut Vec<u8>) -> bool {
    if number.is_nan() {
        return false;
    }
    // Up to 2^53 both have every whole number.
    if number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0 {
        whole(number as i64, bytes);
    } else if number.fract() == 0.0 {
        // Larger ones may be equal to an integer of any length.
        return false;
    } else {
        bytes.push(b'f');
        bytes.extend(number.to_bits().to_be_bytes());
    }
    true
}

fn all<'py>(
    mark: u8,
    parts: impl ExactSizeIterator<Item = Bound<'py, PyAny>>,
    bytes: &mut Vec<u8>,
    depth: u32,
) -> PyResult<bool> {
    bytes.push(mark);
    bytes.extend((parts.len() as u32).to_be_bytes());
    for part in parts {
        if !write_at(&part, bytes, depth + 1)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Sets have no order: that of the bytes it is.
fn set(set: &Bound<'_, PyFrozenSet>, bytes: &mut Vec<u8>, depth: u32) -> PyResult<bool> {
    let mut parts = Vec::new();
    for part in set.iter() {
        let mut one = Vec::new();
        if !write_at(&part, &mut one, depth + 1)? {
            return Ok(false);
        }
        parts.push(one);
    }
    parts.sort_unstable();
    bytes.push(b'{');
    bytes.extend((parts.len() as u32).to_be_bytes());
    parts.iter().for_each(|part| bytes.extend(part));
    Ok(true)
}

/// Members of enumerations by their names, frozen dataclasses by their fields.
fn other(value: &Bound<'_, PyAny>, bytes: &mut Vec<u8>, depth: u32) -> PyResult<bool> {
    let py = value.py();
    let kind = value.get_type();
    let name = || -> PyResult<String> {
        Ok(format!("{}.{}", kind.module()?.to_cow()?, kind.qualname()?.to_cow()?))
    };
    let enumeration = py.import("enum")?.getattr("Enum")?;
    if value.is_instance(&enumeration)? {
        // A combination of flags has no name of its own.
        let Ok(member) = value.getattr("name")?.extract::<String>() else { return Ok(false) };
        if !kind.getattr("__eq__")?.is(&py.get_type::<PyAny>().getattr("__eq__")?) {
            return Ok(false);
        }
        counted(b'e', name()?.as_bytes(), bytes);
        counted(b's', member.as_bytes(), bytes);
        return Ok(true);
    }
    let Ok(parameters) = kind.getattr("__dataclass_params__") else { return Ok(false) };
    let is = |name| parameters.getattr(name).and_then(|set| set.is_truthy());
    if !is("frozen")? || !is("eq")? {
        return Ok(false);
    }
    let mut parts = Vec::new();
    for field in py.import("dataclasses")?.call_method1("fields", (value,))?.try_iter()? {
        let field = field?;
        if field.getattr("compare")?.is_truthy()? {
            parts.push(value.getattr(field.getattr("name")?.cast::<PyString>()?)?);
        }
    }
    counted(b'd', name()?.as_bytes(), bytes);
    all(b't', parts.into_iter(), bytes, depth)
}
