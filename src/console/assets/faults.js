/**
 * The form that arms a fault: the causes that can happen to the operation, and the YAML of what is chosen.
 *
 * @module
 */
import { faultYaml, rewritten } from './live.js'

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

/** What the form wrote last into its text. */
const written = new WeakMap()

function yamlOf(form) {
  return faultYaml({
    operation: part(form, 'operation').value.trim(),
    cause: part(form, 'cause').value,
    after: Number(part(form, 'after').value),
    times: Number(part(form, 'times').value),
  })
}

document.addEventListener('input', ({ target }) => {
  const form = formOf(target)
  if (!form || target.dataset.part === undefined) return
  if (target.dataset.part === 'operation') offerCauses(form)
  const area = form.querySelector('textarea')
  const yaml = yamlOf(form)
  area.value = target.dataset.part === 'cause' ? yaml : rewritten(area.value, written.get(form) ?? area.defaultValue, yaml)
  written.set(form, yaml)
})

/** The button is disabled without this script, which writes what is sent. */
function enable() {
  const button = document.querySelector('[data-fault-form] .primary')
  if (button) button.disabled = false
}
document.addEventListener('console:page', enable)
enable()
// the fields are empty after the event only
document.addEventListener('reset', ({ target }) => {
  written.delete(target)
  if ('faultForm' in target.dataset) setTimeout(() => offerCauses(target))
})
