//! `riverlab.Table`: a table of results in Arrow's memory.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, RecordBatch, RecordBatchIterator};
use arrow_csv::ReaderBuilder;
use arrow_csv::reader::Format;
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::concat::concat_batches;
use numpy::PyArray1;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

use crate::errors::os_error;

/// A table of results, as a CSV file of a run has it.
///
/// Whatever reads Arrow takes it as it is, without a copy: `polars.DataFrame(table)`, `pyarrow.table(table)`,
/// `pandas.DataFrame.from_arrow(table)`. `table["share"]` is a column as a `NumPy` array.
#[pyclass(frozen, module = "riverlab", name = "Table")]
pub(crate) struct ResultTable {
    rows: RecordBatch,
}

fn arrow_error(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl ResultTable {
    /// Reads a CSV file with a head; what a column holds follows from what stands there.
    #[staticmethod]
    #[expect(clippy::needless_pass_by_value, reason = "arguments of Python")]
    fn read_csv(py: Python<'_>, path: PathBuf) -> PyResult<ResultTable> {
        let cannot = |error: io::Error| os_error(&error, format!("cannot read {}: {error}", path.display()));
        let mut file = File::open(&path).map_err(cannot)?;
        let rows = py.detach(|| {
            let (schema, _) = Format::default().with_header(true).infer_schema(&mut file, None)?;
            file.seek(SeekFrom::Start(0))?;
            let schema: SchemaRef = Arc::new(schema);
            let batches = ReaderBuilder::new(Arc::clone(&schema)).with_header(true).build(&file)?;
            concat_batches(&schema, &batches.collect::<Result<Vec<_>, _>>()?)
        });
        Ok(ResultTable { rows: rows.map_err(|error| arrow_error(&error))? })
    }

    /// The names of the columns, in order.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.rows.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.rows.num_rows()
    }

    /// A column as a `NumPy` array: int64, float64 (with NaN where there is nothing), bool, or texts as objects.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let column = self.rows.column_by_name(name).ok_or_else(|| {
            PyKeyError::new_err(format!("column {name:?}: there are {}", self.column_names().join(", ")))
        })?;
        array(py, column.as_ref())
    }

    /// All columns as `NumPy` arrays, by name.
    #[pyo3(signature = () -> "dict[str, Any]")]
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (field, column) in self.rows.schema_ref().fields().iter().zip(self.rows.columns()) {
            dict.set_item(field.name(), array(py, column.as_ref())?)?;
        }
        Ok(dict)
    }

    /// The same as a `pandas.DataFrame`, for any version of pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("pandas")?.call_method1("DataFrame", (self.to_dict(py)?,))
    }

    /// The interface by which Arrow libraries take tables from each other.
    #[pyo3(signature = (requested_schema = None) -> "object")]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A schema is a wish, which need not be followed.
        let _ = requested_schema;
        let reader = RecordBatchIterator::new([Ok(self.rows.clone())], self.rows.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        format!("<riverlab.Table of {} rows: {}>", self.rows.num_rows(), self.column_names().join(", "))
    }
}

fn array<'py>(py: Python<'py>, column: &dyn Array) -> PyResult<Bound<'py, PyAny>> {
    Ok(match column.data_type() {
        DataType::Int64 if column.null_count() == 0 => {
            PyArray1::from_slice(py, column.as_primitive::<Int64Type>().values()).into_any()
        }
        DataType::Int64 => {
            let numbers = column.as_primitive::<Int64Type>().iter();
            PyArray1::from_iter(py, numbers.map(|number| number.map_or(f64::NAN, |number| number as f64))).into_any()
        }
        DataType::Float64 => {
            let numbers = column.as_primitive::<Float64Type>().iter();
            PyArray1::from_iter(py, numbers.map(|number| number.unwrap_or(f64::NAN))).into_any()
        }
        DataType::Boolean if column.null_count() == 0 => {
            PyArray1::from_iter(py, column.as_boolean().values().iter()).into_any()
        }
        DataType::Utf8 => {
            let texts = column.as_string::<i32>().iter().map(Option::unwrap_or_default);
            objects(py, &PyList::new(py, texts.collect::<Vec<_>>())?)?
        }
        // A column with nothing in it.
        DataType::Null => PyArray1::from_iter(py, (0..column.len()).map(|_| f64::NAN)).into_any(),
        other => return Err(PyValueError::new_err(format!("columns of {other} have no array"))),
    })
}

/// Texts as a `NumPy` array of objects.
fn objects<'py>(py: Python<'py>, texts: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyAny>> {
    let named = PyDict::new(py);
    named.set_item("dtype", "object")?;
    py.import("numpy")?.call_method("array", (texts,), Some(&named))
}
