import type { SchemaElement } from 'hyparquet'
import { ConvertedTypes, FieldRepetitionTypes, ParquetTypes } from 'hyparquet/src/constants.js'
import type { Leaf } from './leaves.ts'
import type { RawElement } from './raw-footer.ts'

/** A new column of text, which may be missing. */
export function createTextLeaf(name: string, index: number): Leaf {
  const physical = { name, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' } as const
  const element: SchemaElement = { ...physical, converted_type: 'UTF8' }
  const node = (of: SchemaElement, path: string[]): Leaf['nodes'][number] => ({
    element: of,
    path,
    children: [],
    count: 1,
  })
  return {
    index,
    path: [name],
    nodes: [node({ name: 'root' }, []), node(element, [name])],
    maxDefinition: 1,
    maxRepetition: 0,
    physical,
  }
}

/** The logical type STRING. */
const TEXT_TYPE: object = { field_1: {} }

/** The same as the footer describes it. */
export function describeTextLeaf({ path }: Leaf): RawElement {
  return {
    field_1: ParquetTypes.indexOf('BYTE_ARRAY'),
    field_3: FieldRepetitionTypes.indexOf('OPTIONAL'),
    field_4: path.join('.'),
    field_6: ConvertedTypes.indexOf('UTF8'),
    field_10: TEXT_TYPE,
  }
}
