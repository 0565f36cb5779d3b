/**
 * The editor of scenarios: CodeMirror in a shadow root, bundled by scripts/bundle-editor.mjs and loaded on demand.
 *
 * @module
 */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { optionsAt } from './completion.js'

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--link)' },
  { tag: [tags.string, tags.content], color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: 'var(--soft)' },
])
const LOOK = EditorView.theme({
  '&': { height: '25rem', color: 'var(--ink)', background: 'var(--card)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: '0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': { background: 'var(--well)', color: 'var(--soft)', border: 'none' },
  '.cm-tooltip': { background: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--rule)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--hover)', color: 'var(--ink)' },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '22rem', padding: '0.3rem 0.5rem' },
})

/** Completes the word before the cursor by the schema. */
const completeBy = (schema) => (context) => {
  const word = context.matchBefore(/[\w-]*/)
  const before = context.state.sliceDoc(0, word?.from ?? context.pos)
  if (word?.from === word?.to && !context.explicit && !/[:{,[] $|^\s*- $/.test(before.slice(-40).split('\n').at(-1))) return null
  const options = optionsAt(schema, before)
  return options.length === 0 ? null : { from: word?.from ?? context.pos, options, validFor: /^[\w-]*$/ }
}

/** Chromium puts text over a coloured selection into an element with an inline style, which the security policy refuses. */
function replaceSelection(event, view) {
  const { state } = view
  if (event.inputType !== 'insertText' || event.isComposing || !event.data || state.selection.main.empty) return false
  event.preventDefault()
  view.dispatch({ ...state.replaceSelection(event.data), userEvent: 'input.type' })
  return true
}

/** The offset of a line and column that are counted from 1. */
function offsetIn({ doc }, line, column) {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines))
  return Math.min(to, from + Math.max(0, column - 1))
}

/**
 * Puts the editor in the place of a text field, which keeps the text for the form.
 *
 * @param changed called with every new text
 */
export function mount(area, { schema, changed }) {
  const host = document.createElement('div')
  host.className = 'code'
  const root = host.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: area.value,
      extensions: [
        lineNumbers(),
        history(),
        indentOnInput(),
        yaml(),
        autocompletion({ override: [completeBy(schema)] }),
        syntaxHighlighting(COLOURS),
        LOOK,
        EditorView.contentAttributes.of({ 'aria-label': 'Scenario as YAML', 'aria-multiline': 'true' }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.domEventHandlers({ beforeinput: replaceSelection }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return
          area.value = update.state.doc.toString()
          changed(area.value)
        }),
      ],
    }),
  })
  // What scrolls can be reached by keyboard, also where the text does not take the focus.
  view.scrollDOM.tabIndex = 0
  area.hidden = true
  area.before(host)
  return {
    show(problems) {
      const marks = problems.map(({ line, column, message }) => {
        const from = offsetIn(view.state, line, column)
        return { from, to: Math.max(from, view.state.doc.lineAt(from).to), severity: 'error', message }
      })
      view.dispatch(setDiagnostics(view.state, marks))
    },
    select(line, column) {
      view.focus()
      view.dispatch({ selection: { anchor: offsetIn(view.state, line, column) }, scrollIntoView: true })
    },
  }
}
