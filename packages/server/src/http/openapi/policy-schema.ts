import schema from '@canonist/core/policy.schema.json' with { type: 'json' }

/** Where the document has the schema. */
export const POLICY_REFERENCE = '#/components/schemas/Policy'

/**
 * A policy in a request: the schema of policy files, except that no field is required and no file is extended. It knows the shape;
 * `app/bad-policy` says what is wrong with a host, a pattern or a rewrite.
 */
export function describePolicy(): object {
  const { $schema: _, required: __, properties, ...rest } = schema
  const [builtIn] = properties.extends.anyOf
  const described = { ...rest, properties: { ...properties, extends: { ...properties.extends, anyOf: [builtIn] } } }
  return JSON.parse(JSON.stringify(described).replaceAll('"#/$defs/', `"${POLICY_REFERENCE}/$defs/`)) as object
}
