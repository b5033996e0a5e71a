import type { Form } from '../log/form.ts'
import type { Collision, Trial } from '../trial/trial.ts'

/**
 * The collisions of a more general rewrite on forms that a special one does not change: `/amp/$1/$2 → /$1/$2` outside of
 * `/amp/sport/$1 → /sport/$1`. Null if the general one does anything else to a form that the special one changes.
 */
export function findOutside(special: Trial, general: Trial): readonly Collision[] | null {
  if (special.state !== general.state || special.changed.length >= general.changed.length) return null
  if (!covers(general, special)) return null
  const own = new Set<Form>(special.changed)
  return general.collisions.filter(({ forms }) => !forms.some((form) => own.has(form)))
}

/** Whether one trial does the same to every form that another one changes. Both list their forms in the order of the host. */
function covers(general: Trial, special: Trial): boolean {
  let at = 0
  for (let own = 0; own < special.changed.length; own++) {
    while (at < general.changed.length && general.changed[at] !== special.changed[own]) at++
    if (at === general.changed.length || general.outputs[at] !== special.outputs[own]) return false
  }
  return true
}
