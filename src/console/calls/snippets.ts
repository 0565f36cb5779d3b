/** A call as code that repeats it, and as the YAML of an expectation or a fault. */

import { shellWord } from '../../base/shell-word.ts'
import type { CallShown } from '../control-responses.ts'

/** Where a call goes, and the names of its headers. */
export interface CallPlace {
  /** Address of the interface, such as `http://127.0.0.1:4010/service/api`. */
  readonly apiUrl: string
  /** Name of the header that carries the booking session. */
  readonly sessionHeader: string
  readonly channelHeader: string
}

const OMITTED_HEADERS: ReadonlySet<string> = new Set(['content-type', 'user-agent', 'accept'])

/** A request, as far as the journal keeps it: only the length of bodies that are not forms. */
function sentRequest(entry: CallShown, { apiUrl, sessionHeader, channelHeader }: CallPlace) {
  const kept = Object.entries(entry.requestHeaders ?? {}).flatMap(([name, value]) =>
    value === undefined || OMITTED_HEADERS.has(name) ? [] : [[name, value] as const],
  )
  const session = entry.session === undefined ? [] : [[sessionHeader, entry.session] as const]
  const channel = entry.channel === undefined ? [] : [[channelHeader, entry.channel] as const]
  // curl, fetch and PHP send no body with HEAD
  const isForm = entry.request !== undefined && !isOmitted(entry.request) && entry.method !== 'HEAD'
  const form = isForm ? [...new URLSearchParams(entry.request)] : []
  return { method: entry.method, url: `${apiUrl}${entry.target}`, headers: [...kept, ...session, ...channel], form }
}

/** The scheme of a masked token; undefined for any other header, whose text is the client's and goes into quotes. */
const maskedScheme = (value: string): string | undefined => /^(Bearer|Basic) \[masked\]$/.exec(value)?.[1]

/** True for a masked secret of a form, in whose place a variable of its name stands. */
const isMasked = (name: string, value: string): boolean => value === '[masked]' && /^[a-z]\w*$/i.test(name)

/** True for the note that replaces a body that is not a form. */
export const isOmitted = (request: string): boolean => /^\d+ bytes of /.test(request)

/** As a shell command; the token is the variable `TOKEN`, a secret one of the name of its field. */
export function asCurl(entry: CallShown, target: CallPlace): string {
  const { method, url, headers, form } = sentRequest(entry, target)
  const asWritten = /[[\]{}]/.test(url) ? 'g' : '' // else curl reads brackets as a list of addresses
  const lines = [
    `curl -s${asWritten}${method === 'GET' ? '' : method === 'HEAD' ? ' -I' : ` -X ${shellWord(method)}`} ${shellWord(url)}`,
    ...headers.map(([name, value]) => {
      const scheme = maskedScheme(value)
      return `-H ${scheme === undefined ? shellWord(`${name}: ${value}`) : `"${name}: ${scheme} $TOKEN"`}`
    }),
    ...form.map(
      ([name, value]) =>
        `--data-urlencode ${isMasked(name, value) ? `"${name}=$${name.toUpperCase()}"` : shellWord(`${encodeURIComponent(name)}=${value}`)}`,
    ),
  ]
  return lines.join(' \\\n  ')
}

export function asFetch(entry: CallShown, target: CallPlace): string {
  const { method, url, headers, form } = sentRequest(entry, target)
  const fields = headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${scriptText(value)},`)
  const pairs = form.map(
    ([name, value]) => `    [${JSON.stringify(name)}, ${isMasked(name, value) ? name : JSON.stringify(value)}],`,
  )
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(fields.length > 0 ? ['  headers: {', ...fields, '  },'] : []),
    ...(pairs.length > 0 ? ['  body: new URLSearchParams([', ...pairs, '  ]),'] : []),
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function scriptText(value: string): string {
  const scheme = maskedScheme(value)
  return scheme === undefined ? JSON.stringify(value) : `'${scheme} ' + token`
}

/** As PHP with its curl extension. */
export function asPhp(entry: CallShown, target: CallPlace): string {
  const { method, url, headers, form } = sentRequest(entry, target)
  const fields = headers.map(([name, value]) => {
    const scheme = maskedScheme(value)
    return `        ${scheme === undefined ? phpText(`${name}: ${value}`) : `${phpText(`${name}: ${scheme} `)} . $token`},`
  })
  const pairs = form.map(([name, value]) => `        ${phpText(name)} => ${isMasked(name, value) ? `$${name}` : phpText(value)},`)
  return [
    `$curl = curl_init(${phpText(url)});`,
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    method === 'HEAD' ? '    CURLOPT_NOBODY => true,' : `    CURLOPT_CUSTOMREQUEST => ${phpText(method)},`,
    ...(fields.length > 0 ? ['    CURLOPT_HTTPHEADER => [', ...fields, '    ],'] : []),
    ...(pairs.length > 0 ? ['    CURLOPT_POSTFIELDS => http_build_query([', ...pairs, '    ]),'] : []),
    ']);',
    '$body = curl_exec($curl);',
    'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), \' \', $body, "\\n";',
  ].join('\n')
}

const phpText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** An expectation that this call meets, for the list `expect` of a scenario. */
export function asExpectation({ status, refusal, ...call }: CallShown): string | undefined {
  const refused = refusal !== undefined && status < 400 ? ['refused: true'] : []
  const selector = selectorOf(call, [`status: ${status}`, ...refused, 'count: 1'])
  return selector && `expect:\n  - ${selector}\n`
}

/** A fault that applies to the next call like this one, in the form `POST faults` takes. */
export function asFault(call: CallShown): string | undefined {
  const selector = selectorOf(call)
  return selector && `on: ${selector}\ntimes: 1\nnetwork: { status: 503, retry_after: 2 }\n`
}

/** Selects calls like this one; undefined for a call of no operation. */
function selectorOf(
  call: Pick<CallShown, 'operation' | 'client' | 'property'>,
  more: readonly string[] = [],
): string | undefined {
  const { operation, client, property } = call
  if (operation === undefined) return undefined
  const parts = [
    `operation: ${operation}`,
    ...(client === undefined ? [] : [`client: ${yamlText(client)}`]),
    ...(property === undefined ? [] : [`property: ${property}`]),
    ...more,
  ]
  return `{ ${parts.join(', ')} }`
}

/** A YAML string. JSON strings are valid YAML; words such as `true` are no strings without quotes. */
const yamlText = (text: string): string => (/^(?!(?:true|false|null)$)[a-z][\w-]*$/i.test(text) ? text : JSON.stringify(text))
