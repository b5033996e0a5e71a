import type { ParquetType, SchemaElement, SchemaTree } from 'hyparquet'
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getSchemaPath } from 'hyparquet/src/schema.js'

/** A column of values: one without columns inside it. */
export interface Leaf {
  /** Its index among all leaves, which is also the index of its chunk in every row group. */
  readonly index: number
  readonly path: readonly string[]
  /** From the root to the leaf itself. */
  readonly nodes: SchemaTree[]
  /** The definition level of an entry with a value: the number of optional nodes. */
  readonly maxDefinition: number
  /** How many of the nodes are lists. */
  readonly maxRepetition: number
  /** The physical type, without the logical one. */
  readonly physical: SchemaElement & { readonly type: ParquetType }
}

export function readSchemaTree(schema: SchemaElement[]): SchemaTree {
  const [root] = getSchemaPath(schema, [])
  if (root === undefined) throw new Error('the schema is empty')
  return root
}

export function listLeaves(root: SchemaTree): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (nodes: SchemaTree[]): void => {
    const node = nodes.at(-1)
    if (node === undefined) return
    if (node.children.length > 0) for (const child of node.children) visit([...nodes, child])
    else if (nodes.length > 1) leaves.push(createLeaf(leaves.length, nodes, node))
  }
  visit([root])
  return leaves
}

function createLeaf(index: number, nodes: SchemaTree[], { element, path }: SchemaTree): Leaf {
  const [maxDefinition, maxRepetition] = [getMaxDefinitionLevel(nodes), getMaxRepetitionLevel(nodes)]
  return { index, path, nodes, maxDefinition, maxRepetition, physical: toPhysical(element) }
}

/** The writer supports neither INT96, which is 12 bytes, nor repeated leaves, which the levels describe completely. */
function toPhysical({ name, type, type_length: length, repetition_type: repetition }: SchemaElement): Leaf['physical'] {
  if (type === undefined) throw new Error(`the column ${name} has no type`)
  const stored = type === 'INT96' ? ({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12 } as const) : { type }
  return {
    name,
    ...(length === undefined ? {} : { type_length: length }),
    ...stored,
    repetition_type: repetition === 'REQUIRED' ? 'REQUIRED' : 'OPTIONAL',
  }
}
