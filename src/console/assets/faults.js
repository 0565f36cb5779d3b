/**
 * The form that arms a fault: the causes that can happen to the operation, and the YAML of what is chosen.
 *
 * @module
 */
import { faultYaml, withKey } from './live.js'

const formOf = (node) => node.closest('[data-fault-form]')
const part = (form, name) => form.querySelector(`[data-part="${name}"]`)

/** Offers the causes that can happen to the operation; chooses the first of them where the chosen one cannot. */
function offerCauses(form) {
  const operation = part(form, 'operation').value.trim()
  const known = [...form.querySelectorAll('datalist option')].find(({ value }) => value === operation)
  const possible = known?.dataset.causes.split(' ')
  const select = part(form, 'cause')
  for (const option of select.options) {
    const can = possible === undefined || possible.includes(option.dataset.cause)
    option.hidden = !can
    option.disabled = !can
  }
  if (select.selectedOptions[0]?.disabled !== false) select.value = [...select.options].find(({ disabled }) => !disabled).value
}

/** The key of a field; what happens has none: it begins a new text. */
const KEYS = { operation: 'on', after: 'after', times: 'times' }

/** Writes what one field says. What was edited by hand stays, such as an answer of one's own. */
function writeFault(form, changed) {
  const area = form.querySelector('textarea')
  const yaml = faultYaml({
    operation: part(form, 'operation').value.trim(),
    cause: part(form, 'cause').value,
    after: Number(part(form, 'after').value),
    times: Number(part(form, 'times').value),
  })
  area.value = changed in KEYS ? withKey(area.value, KEYS[changed], yaml) : yaml
}

document.addEventListener('input', ({ target }) => {
  const form = formOf(target)
  if (!form || target.dataset.part === undefined) return
  const cause = part(form, 'cause').value
  if (target.dataset.part === 'operation') offerCauses(form)
  writeFault(form, part(form, 'cause').value === cause ? target.dataset.part : 'cause')
})
/** The button is disabled without this script, which writes what is sent. */
function enable() {
  const button = document.querySelector('[data-fault-form] .primary')
  if (button) button.disabled = false
}
document.addEventListener('console:page', enable)
enable()
// the fields are empty after the event only
document.addEventListener('reset', ({ target }) => 'faultForm' in target.dataset && setTimeout(() => offerCauses(target)))
