import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { tokenCall } from '../../src/console/callers.ts'
import { facts, html } from '../../src/console/html.ts'
import { originOf } from '../../src/console/overview.ts'
import { choicesOf } from '../../src/contract/choices.ts'

describe('markup', () => {
  test('takes values as text, and markup as it is', () => {
    expect(html`<p title="${`"'`}">${'<b> & "it"'}</p>`.text).toBe('<p title="&#34;&#39;">&#60;b&#62; &#38; &#34;it&#34;</p>')
    expect(html`<ul>${['a', '<'].map((item) => html`<li>${item}</li>`)}</ul>`.text).toBe('<ul><li>a</li><li>&#60;</li></ul>')
  })

  test('shows nothing for what is not there, but a zero', () => {
    expect(html`${undefined}${null}${false}${0}${''}`.text).toBe('0')
    expect(
      facts([
        ['None', undefined],
        ['Empty', ''],
        ['Zero', 0],
      ]).text,
    ).toBe('<dl><div><dt>Zero</dt><dd>0</dd></div></dl>')
  })
})

describe('the origin of answers', () => {
  test('is a profile as it stands, or the nearest one and what differs', () => {
    expect(originOf(choicesOf('documented'))).toEqual({ profile: 'documented', overridden: [] })
    expect(originOf(choicesOf('current'))).toEqual({ profile: 'current', overridden: [] })
    const own = choicesOf('current', { check_in_order: 'strict' })
    expect(originOf(own)).toEqual({ profile: 'current', overridden: ['check_in_order'] })
  })
})

describe('the call for a token', () => {
  const client = { label: '', tokens: 'normal', user: null, properties: [] } as const

  /** The words a shell makes of a command. */
  const words = (command: string): readonly string[] =>
    execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\n'`)], { encoding: 'utf8' })
      .trimEnd()
      .split('\n')

  test('can be pasted', () => {
    const call = tokenCall(
      { ...client, client_id: 'demo', client_secret: 'demo-secret', scopes: ['*'] },
      'http://127.0.0.1:4010/service/api',
    )
    expect(call).toBe(
      "curl -s http://127.0.0.1:4010/service/api/oauth/token -d grant_type=client_credentials -d client_id=demo -d client_secret=demo-secret --data-urlencode 'scope=*'",
    )
  })

  test.each([`it's $HOME; rm "x" \`id\` & | > < * ? # \\ !`, 'a=b&c=d+e%20f', "''", '-d', '@file'])(
    'holds whatever a secret is made of: %s',
    (secret) => {
      const call = tokenCall(
        { ...client, client_id: 'sync', client_secret: secret, scopes: ['read', 'write'] },
        'http://localhost/x',
      )
      expect(words(call)).toContain(`client_secret=${secret}`)
      expect(words(call)).toContain('scope=read write')
    },
  )
})
