/** The choices in force: what set them first, then those by default. */
import { html } from 'hono/html'
import { listChoices } from '../control-contract/documents.ts'
import type { PageContext, TabContent } from './page.ts'

export async function choicesTab({ control, base }: PageContext): Promise<TabContent> {
  const all = await control.call(listChoices)
  const set = all.filter(({ set_by: by }) => by !== null)
  const sorted = [...set, ...all.filter(({ set_by: by }) => by === null)]
  return {
    title: 'Choices',
    body: html`<div class="page-head"><h2>Choices</h2><p>${set.length} of ${all.length} are set; the others have the answer of the profile documented</p></div>
<div class="scroll table-scroll" tabindex="0" role="region" aria-label="Choices"><table class="choices"><thead><tr><th scope="col">Choice</th><th scope="col">Answer</th><th scope="col">Set by</th><th scope="col">documented</th><th scope="col">current</th></tr></thead>
<tbody>${sorted.map(({ id, question, answer, answers, set_by: by, default: { documented, current } }) => html`<tr id="choice-${id}"><th scope="row"><a href="${base}/docs/choices.md#${id}"><code>${id}</code></a><br><small>${question}</small></th><td><b>${answer}</b><br><small>${answers[answer]}</small></td><td>${by ?? 'default'}</td><td>${documented}</td><td>${current}</td></tr>`)}</tbody></table></div>`,
  }
}
