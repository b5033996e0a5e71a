/** What supports a rule, as the learner recorded it: numbers as facts, examples as URLs. */
export function RuleEvidence({ detail }: { readonly detail: unknown }) {
  const fields = Object.entries(isRecord(detail) ? detail : {})
  return (
    <dl className="facts">
      {fields.map(([name, value]) => (
        <Field key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function Field({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <>
      <dt>{name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()}</dt>
      <dd className={typeof value === 'number' ? '' : 'url'}>
        {typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
          ? String(value)
          : JSON.stringify(value, null, 1)}
      </dd>
    </>
  )
}
