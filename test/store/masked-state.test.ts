import { describe, expect, test } from 'vitest'
import type { Token } from '../../src/auth/token.ts'
import type { Webhook } from '../../src/domain/event/webhook.ts'
import { maskedId, maskedRow, maskedRows, unmaskedRows } from '../../src/store/masked-state.ts'
import { emptyRows, type RowLists } from '../../src/store/state.ts'

const token = (id: string, more: Partial<Token> = {}): Token => ({
  ...{ id, clientId: 'desk', scopes: ['properties_get', 'properties_set'], issuedAt: 1, expiresAt: 2 },
  ...more,
})

const hook = (id: number, more: Partial<Webhook> = {}): Webhook => ({
  ...{ id, url: `https://user:pass@hooks.example/${id}?key=abc`, auth: 'basic', username: 'me', managerId: 0, enabled: true },
  password: `password-${id}`,
  ...more,
})

const client = (id: string) => ({ id, secret: `${id}-secret`, label: '', userId: 1, scopes: [], tokens: 'normal' as const })

const ROWS: RowLists = {
  ...emptyRows(),
  clients: [client('desk'), client('line')],
  tokens: [token('aaaa-first'), token('aaaa-second', { expiresAt: 3 }), token('bbbb-third', { clientId: 'line' })],
  webhooks: [hook(1), hook(2, { password: '', auth: 'none' }), hook(3, { url: 'https://hooks.example/3' })],
}

describe('masked rows', () => {
  test('contain no secrets', () => {
    const shown = maskedRows(ROWS)
    expect(shown.clients.map(({ secret }) => secret)).toEqual(['[masked]', '[masked]'])
    expect(shown.tokens.map(({ id }) => id)).toEqual(['aaaa[masked]', 'aaaa[masked]', 'bbbb[masked]'])
    expect(shown.webhooks.map(({ url, password }) => [url, password])).toEqual([
      ['https://[masked]@hooks.example/1?key=[masked]', '[masked]'],
      ['https://[masked]@hooks.example/2?key=[masked]', ''],
      ['https://hooks.example/3', '[masked]'],
    ])
  })

  test.each(['clients', 'tokens', 'webhooks', 'guests'] as const)('are the same for single rows: %s', (collection) => {
    expect(ROWS[collection].map((row) => maskedRow(collection, row))).toEqual(maskedRows(ROWS)[collection])
  })

  test('have the ids of their collection, masked for tokens', () => {
    expect([maskedId('tokens', 'aaaa-first'), maskedId('clients', 'desk'), maskedId('guests', 7)]).toEqual([
      'aaaa[masked]',
      'desk',
      7,
    ])
  })
})

describe('imported rows', () => {
  test('are restored', () => {
    expect(unmaskedRows(maskedRows(ROWS), ROWS)).toEqual({ rows: ROWS, tokensLeftOut: 0, problem: undefined })
  })

  test('keep unmasked secrets', () => {
    const rows = {
      ...ROWS,
      clients: [{ ...client('desk'), secret: 'new' }],
      tokens: [token('cccc-new')],
      webhooks: [hook(1, { password: 'new', url: 'https://user:pass@hooks.example/1?key=new' })],
    }
    expect(unmaskedRows(rows, ROWS)).toEqual({ rows, tokensLeftOut: 0, problem: undefined })
  })

  test('leave out masked tokens that are unknown', () => {
    const known = ROWS.tokens[0] ?? expect.unreachable()
    for (const more of [
      { id: 'aaab-first' },
      { clientId: 'line' },
      { issuedAt: 9 },
      { expiresAt: 9 },
      { scopes: ['properties_get'] },
    ]) {
      const shown = maskedRows({ ...ROWS, tokens: [{ ...known, ...more }] })
      expect(unmaskedRows(shown, { ...ROWS, tokens: [known] }), JSON.stringify(more)).toMatchObject({
        rows: { tokens: [] },
        tokensLeftOut: 1,
      })
    }
  })

  test('distinguish scopes with the same joined text', () => {
    const known = token('aaaa-first', { scopes: ['ab', 'c'] })
    const shown = maskedRows({ ...ROWS, tokens: [token('aaaa-first', { scopes: ['a', 'bc'] })] })
    expect(unmaskedRows(shown, { ...ROWS, tokens: [known] }).rows.tokens).toEqual([])
  })

  test('use a known token once', () => {
    const [one] = ROWS.tokens
    const tokens = one ? [one, one] : []
    expect(unmaskedRows(maskedRows({ ...ROWS, tokens }), ROWS)).toMatchObject({ rows: { tokens: [one] }, tokensLeftOut: 1 })
  })

  test('report the first client with an unknown secret', () => {
    const shown = maskedRows({ ...ROWS, clients: [client('desk'), client('other'), client('third')] })
    expect(unmaskedRows(shown, ROWS).problem).toBe(
      'collections.clients[1].secret is masked, and there is no client "other" here to take it from',
    )
  })

  test('do not restore the password of a webhook with another URL', () => {
    const shown = maskedRows(ROWS).webhooks.map((one) => ({ ...one, url: one.url.replace('hooks.', 'other.') }))
    expect(unmaskedRows({ ...ROWS, webhooks: shown }, ROWS).rows.webhooks).toEqual(shown)
  })

  test('of an unknown webhook stay masked', () => {
    const shown = maskedRows({ ...ROWS, webhooks: [hook(9)] })
    expect(unmaskedRows(shown, ROWS).rows.webhooks).toEqual(shown.webhooks)
  })

  test('can change only the password of a known webhook', () => {
    const [shown] = maskedRows(ROWS).webhooks
    const sent = shown ? [{ ...shown, password: 'changed' }] : []
    expect(unmaskedRows({ ...ROWS, webhooks: sent }, ROWS).rows.webhooks).toEqual([hook(1, { password: 'changed' })])
  })
})
