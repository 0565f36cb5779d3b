import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from './program.ts'
import { runShared } from './shared-process.ts'

test.each(['flag', 'file'])(
  'refuses scenarios that the fixtures of a %s cannot play, all at once, before it runs anything',
  async (by) => {
    const folder = newFolder()
    const [marker, world, settings] = [join(folder, 'ran'), join(folder, 'world.yaml'), join(folder, 'settings.yaml')]
    writeFileSync(settings, 'fixtures: ./world.yaml\n')
    writeFileSync(
      world,
      `users: [{ id: 1, name: anna, properties: [501] }]
clients: [{ id: cm, secret: cm-secret, user: 1, scopes: [properties_get] }]
property_types: [{ id: 1, name: Hotel }]
properties: [{ id: 501, name: Casa do Rio, type: 1, country: PT }]
`,
    )
    const names = 'month-end-midnight,short-lived-tokens,token-revoked'
    expect(
      await runShared([
        'certify',
        '--only',
        names,
        ...(by === 'flag' ? ['--fixtures', world] : ['--config', settings]),
        '--',
        'touch',
        marker,
      ]),
    ).toEqual({
      code: 2,
      out: '',
      err: `understay: month-end-midnight.yaml:10:52 events[0].with.property: the fixtures have no property 1; there are 501
short-lived-tokens.yaml:10:51 events[0].with.property: the fixtures have no property 11; there are 501
--skip month-end-midnight,short-lived-tokens leaves out what these fixtures cannot play; --scenarios FOLDER plays your own copies, with other names
`,
    })
    expect(existsSync(marker)).toBe(false)
  },
)
