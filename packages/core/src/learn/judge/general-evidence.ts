import type { Form } from '../log/form.ts'
import type { Collision, Trial } from '../trial/trial.ts'

/**
 * The collisions of a more general rewrite on forms that a special one does not change: `/amp/$1/$2 → /$1/$2` outside of
 * `/amp/sport/$1 → /sport/$1`. Null if the general one does anything else to a form that the special one changes.
 */
export function findOutside(special: Trial, general: Trial): readonly Collision[] | null {
  if (special.state !== general.state || special.changed.length >= general.changed.length) return null
  const outputs = new Map(general.changed.map((form, at) => [form, general.outputs[at]]))
  if (special.changed.some((form, at) => outputs.get(form) !== special.outputs[at])) return null
  const own = new Set<Form>(special.changed)
  return general.collisions.filter(({ forms }) => !forms.some((form) => own.has(form)))
}
