/**
 * The scenario editor: keeps its text, and shows problems as one types. Without CodeMirror it is a plain text field.
 *
 * @module
 */
import { offsetOf } from './live.js'
import { ask, base, importModule, noAnswerText, say } from './server.js'
import { kept } from './typed.js'

const PAUSE_MS = 350
const AGAIN_MS = 2000
/** Statuses that are about the text: it is no scenario, or too long. */
const TEXT_REFUSED = [400, 413]
let timer
let asked = 0
/** The problems of the text as it was checked last. */
let known = []
/** The text field that is edited, and its editor. */
let current

const field = () => document.getElementById('scenario-text')
const draftOf = (area) => `understay-draft ${base()} ${area.dataset.initial}`

/** Shows each problem as a button that puts the cursor where it is. */
function showProblems(problems) {
  const shown = document.getElementById('editor-problems')
  if (!shown) return
  known = problems
  field().setAttribute('aria-invalid', String(problems.length > 0))
  current?.editor?.show(problems)
  if (shown.className === 'bad' && problems.length === 0) say('')
  shown.className = problems.length === 0 ? 'good' : 'bad'
  if (problems.length === 0) shown.textContent = 'Valid: it can be played.'
  else {
    const list = document.createElement('ul')
    list.className = 'plain'
    list.append(...problems.map(problemItem))
    shown.replaceChildren(list)
  }
}

function problemItem({ line, column, field: name, message }) {
  const item = document.createElement('li')
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'small',
    textContent: `${line}:${column}`,
  })
  button.addEventListener('click', () => {
    if (current?.editor) return current.editor.select(line, column)
    const at = offsetOf(field().value, line, column)
    field().focus()
    field().setSelectionRange(at, at)
  })
  // of what is wrong with the file as a whole, no place is known
  if (line > 0) item.append(button)
  item.append(` ${name === '' ? '' : `${name}: `}${message}`)
  return item
}

async function check() {
  const area = field()
  if (!area) return
  const number = ++asked
  const answer = await ask(`${base()}/scenario/check`, { method: 'POST', body: area.value }).catch((error) => error)
  const body = await answer.json?.().catch(() => undefined)
  if (number !== asked) return
  if (answer.ok && body) showProblems(body.problems)
  else if (body && TEXT_REFUSED.includes(answer.status)) showProblems([{ line: 1, column: 1, field: '', message: body.error }])
  else showUnchecked(answer.status ? `The server answered ${answer.status}` : noAnswerText(answer))
}

/** Says why nothing is known about the text; it can still be played, where the server checks it again. */
function showUnchecked(why) {
  showProblems([])
  const shown = document.getElementById('editor-problems')
  if (shown) Object.assign(shown, { className: '', textContent: `Not checked. ${why}. The next change is checked again.` })
}

function keepDraftAndCheck(ms) {
  const area = field()
  if (area.value === area.defaultValue) kept.removeItem(draftOf(area))
  else kept.setItem(draftOf(area), area.value)
  clearTimeout(timer)
  timer = setTimeout(check, ms)
}

document.addEventListener('input', ({ target }) => target.id === 'scenario-text' && keepDraftAndCheck(PAUSE_MS))

async function begin() {
  const area = field()
  const initial = area?.dataset.initial
  // The field of another text may be the same element, merged.
  if (!area || (area === current?.area && initial === current.initial)) return
  current = { area, initial }
  const mine = current
  area.value = kept.getItem(draftOf(area)) ?? area.defaultValue
  keepDraftAndCheck(0)
  const [{ mount }, schema] = await Promise.all([
    importModule('./codemirror.js'),
    ask(`${base()}/console/assets/scenario-schema.json`).then((answer) => answer.json()),
  ])
  if (current !== mine) return
  current.editor = mount(area, { schema, changed: () => keepDraftAndCheck(PAUSE_MS) })
  current.editor.show(known)
}

/** Begins again where a file of the editor did not come: until then the text is in a plain field. */
const start = () =>
  begin().catch(() => {
    current = undefined
    setTimeout(start, AGAIN_MS)
  })
document.addEventListener('console:page', start)
start()
