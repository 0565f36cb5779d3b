/** The files that `understay init` writes. */

import { CONFIG_FILES } from '../base/config-files.ts'
import type { Name } from '../config/setting-table.ts'
import { NAMES, settingOf } from '../config/settings.ts'

/** One file: its path from the folder it is written to, and its text. */
export interface NewFile {
  readonly path: string
  readonly text: string
}

const ACTIVE_SETTINGS: readonly Name[] = ['fixtures', 'client']
const FIXTURE_FILE = 'fixtures/mine.yaml'
export const SCENARIO_FOLDER = 'scenarios'
const FOLDERS = ['fixtures', SCENARIO_FOLDER]
const SCENARIO_FILE = `${SCENARIO_FOLDER}/mine.yaml`

/** All files. @param schemaOf the JSON Schema of the files in a folder, for editors */
export const initialFiles = (schemaOf: (folder: string) => string): readonly NewFile[] => [
  { path: CONFIG_FILES[0], text: configText() },
  { path: FIXTURE_FILE, text: `${SCHEMA_LINE}${FIXTURE}` },
  { path: SCENARIO_FILE, text: `${SCHEMA_LINE}${SCENARIO}` },
  ...FOLDERS.map((folder) => ({ path: `${folder}/schema.json`, text: schemaOf(folder) })),
]

const SCHEMA_LINE = '# yaml-language-server: $schema=./schema.json\n'

/** The instructions printed after writing. */
export const NEXT_STEPS = `Next:
  understay validate baseline ./${FIXTURE_FILE} ./${SCENARIO_FILE}
  understay                    (a server with your property 100; it prints the credentials of your client)
  understay run --scenario ./${SCENARIO_FILE} -- YOUR COMMAND
State is stored in data/: add that folder to .gitignore.
`

/** Example values for settings without a literal default. */
const EXAMPLE_VALUES: Readonly<Partial<Record<Name, string>>> = {
  host: '127.0.0.1',
  choices: '{ check_in_order: strict }',
  scenario: `./${SCENARIO_FILE}`,
  scenarios: '[./scenarios]',
  at: '2026-03-01T09:00:00Z',
  tokenLifetime: '3600',
  controlToken: 'a-long-secret',
  webhook: '[http://127.0.0.1:8080/hook]',
  webhookHosts: '[127.0.0.1]',
  controlHosts: '[mock.example]',
  publicUrl: 'http://127.0.0.1:4010',
  store: 'postgres://understay@127.0.0.1/understay',
  advertise: 'http://127.0.0.1:4010',
  controlTokens: './teams.yaml',
  tlsCert: './server.pem',
  tlsKey: './server-key.pem',
}

/** All settings, commented out. */
function configText(): string {
  const lines = NAMES.filter((name) => !ACTIVE_SETTINGS.includes(name)).flatMap((name) => {
    const { key, value, default: fallback, help } = settingOf(name)
    const shown = EXAMPLE_VALUES[name] ?? (value ? fallback : 'true')
    return ['', `# ${help} (default: ${fallback})`, `# ${key}: ${shown}`]
  })
  return [
    '# Settings of Understay. Flags and environment variables override this file. Settings that are commented out have their default.',
    '',
    `# ${settingOf('fixtures').help}; rows of a later one replace rows of an earlier one that have the same id`,
    `fixtures: [baseline, ./${FIXTURE_FILE}]`,
    '',
    `# ${settingOf('client').help}`,
    'client: mine',
    ...lines,
    '',
  ].join('\n')
}

const FIXTURE = `# Rows in addition to those of the bundled world. A row with the id of a bundled one replaces it.
# Days may be relative (today, today+3, today-12), so that the bookings are current on every day.

users:
  - { id: 100, name: my-manager, level: manager, properties: [100] }

clients:
  - id: mine
    secret: mine-secret
    label: My channel manager
    user: 100
    scopes: [properties_get, properties_set, favourites_get, favourites_set]

properties:
  - id: 100
    name: My Guest House
    street: 1 Main Street
    town: Kinsale
    postcode: P17 XX00
    country: IE
    type: 5 # bed and breakfast
    currency: EUR
    timezone: Europe/Dublin

rooms:
  - { id: 1001, property: 100, type: 1, name: Blue room, number: '1' }
  - { id: 1002, property: 100, type: 2, name: Green room, number: '2' }

tariffs:
  - id: 1001
    property: 100
    room_type: 1
    title: Double, flexible
    rates:
      - { from: today-30, to: today+365, price: 60 }
  - id: 1002
    property: 100
    room_type: 2
    title: Twin, flexible
    rates:
      - { from: today-30, to: today+365, price: 55 }

guests:
  - { id: 1001, property: 100, firstname: Ines, surname: Duarte, email: ines@guest.example }

bookings:
  - { id: 1001, property: 100, guest: 1001, rooms: [1001], arrival: today+7, departure: today+10 }
`

const SCENARIO = `name: mine
about: The second and third call of listProperties fail with 503. A client that waits and retries recovers.
faults:
  - on: { operation: listProperties }
    after: 1 # the first call succeeds
    times: 2 # the next two fail
    network: { status: 503, retry_after: 1 }
expect:
  - { id: asks-again, operation: listProperties, status: 200, count: { min: 2 } }
`
