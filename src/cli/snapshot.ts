/** `understay snapshot`: the state of a running server as a file, to be given to others. */
import { isJsonMap } from '../base/json-map.ts'
import { MASK } from '../base/mask.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { STATE_FORMAT, STATE_VERSION } from '../base/state-format.ts'
import { readInput } from '../config/input-file.ts'
import { UsageError } from '../config/usage-error.ts'
import { readState, replaceState } from '../control-contract/state.ts'
import { secretHex } from '../simulation/randomness.ts'
import { asking, controlOf, serverAddress } from './address.ts'
import { writeOutput } from './output-file.ts'
import { readVerb } from './verb-flags.ts'

/** Saves or loads a state. Returns 0. @throws UserError with code 1 when the server does not answer or refuses the file */
export async function runSnapshot([what, file, ...args]: readonly string[]): Promise<number> {
  if ((what !== 'save' && what !== 'load') || file === undefined || file.startsWith('-'))
    throw new UsageError('understay snapshot takes save or load, and a file: understay snapshot save full-house.json')
  const { config, flag } = await readVerb('snapshot', args)
  const address = serverAddress(flag('url'), process.env, config)
  const control = controlOf(address, config)
  const { state, secrets } = what === 'load' ? withNewSecrets(file) : { state: undefined, secrets: [] }
  await asking(address, async () => {
    if (state === undefined) return writeOutput('snapshot save', file, await control.text(readState))
    const { rows, at } = await control.call(replaceState, { body: state })
    process.stdout.write(`${address} has the ${rows} rows of ${file}, and its clock shows ${at}\n`)
  })
  const lines = secrets.map(([id, secret]) => `client_id ${id}  client_secret ${secret}\n`)
  process.stdout.write(state === undefined ? `written: ${file}; secrets are masked in it\n` : lines.join(''))
  return 0
}

/** The state of a file in which every client has a new secret, in place of its masked one. @throws UsageError */
function withNewSecrets(file: string) {
  const text = readInput(file)
  const state = parsedJson(text)
  if (!isJsonMap(state) || state['format'] !== STATE_FORMAT)
    throw new UsageError(
      `${file} is no snapshot: understay snapshot save writes one; fixtures are loaded by understay start --fixtures`,
    )
  if (state['version'] !== STATE_VERSION)
    throw new UsageError(
      `${file} has format ${state['version']}, and this build reads ${STATE_VERSION}: use the build that wrote it`,
    )
  const { clients } = isJsonMap(state['collections']) ? state['collections'] : {}
  const secrets: [id: string, secret: string][] = []
  for (const client of Array.isArray(clients) ? clients : []) {
    if (!isJsonMap(client) || client['secret'] !== MASK) continue
    const secret = secretHex(20)
    Object.assign(client, { secret })
    secrets.push([String(client['id']), secret])
  }
  return { state, secrets }
}
