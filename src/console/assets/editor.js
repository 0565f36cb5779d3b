/**
 * The scenario editor: line numbers, and problems as one types.
 *
 * @module
 */

import { offsetOf } from './live.js'
import { ask, base } from './server.js'

const PAUSE_MS = 350
let timer
let asked = 0

const field = () => document.getElementById('scenario-text')

function showLines(wrong = new Set()) {
  const area = field()
  const gutter = area?.parentElement.querySelector('.gutter')
  if (!gutter) return
  const count = area.value.split('\n').length
  gutter.replaceChildren(
    ...Array.from({ length: count }, (_, index) => {
      const line = document.createElement('span')
      line.textContent = String(index + 1)
      if (wrong.has(index + 1)) line.className = 'wrong'
      return line
    }),
  )
  gutter.scrollTop = area.scrollTop
}

/** Shows each problem as a button that puts the cursor where it is. */
function showProblems(problems) {
  const shown = document.getElementById('editor-problems')
  if (!shown) return
  showLines(new Set(problems.map(({ line }) => line)))
  field().setAttribute('aria-invalid', String(problems.length > 0))
  if (problems.length === 0) {
    shown.textContent = 'Valid: it can be played.'
    shown.className = 'good'
    return
  }
  shown.className = 'bad'
  const list = document.createElement('ul')
  list.className = 'plain'
  for (const { line, column, field: name, message } of problems) {
    const item = document.createElement('li')
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'small'
    button.textContent = `${line}:${column}`
    button.addEventListener('click', () => {
      const at = offsetOf(field().value, line, column)
      field().focus()
      field().setSelectionRange(at, at)
    })
    item.append(button, ` ${name === '' ? '' : `${name}: `}${message}`)
    list.append(item)
  }
  shown.replaceChildren(list)
}

async function check() {
  const area = field()
  if (!area) return
  const number = ++asked
  const answer = await ask(`${base()}/scenario/check`, { method: 'POST', body: area.value })
  const body = await answer.json()
  if (number !== asked) return
  showProblems(answer.ok ? body.problems : [{ line: 1, column: 1, field: '', message: body.error }])
}

function checkSoon() {
  showLines()
  clearTimeout(timer)
  timer = setTimeout(() => check().catch(() => undefined), PAUSE_MS)
}

document.addEventListener('input', ({ target }) => {
  if (target.id === 'scenario-text') checkSoon()
})
document.addEventListener(
  'scroll',
  ({ target }) => {
    if (target.id === 'scenario-text') target.parentElement.querySelector('.gutter').scrollTop = target.scrollTop
  },
  true,
)

let begun
function begin() {
  const area = field()
  if (!area || (area === begun?.area && area.dataset.initial === begun.initial)) return area && showLines()
  begun = { area, initial: area.dataset.initial }
  checkSoon()
}
document.addEventListener('console:page', begin)
begin()
