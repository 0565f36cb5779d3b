/**
 * A process that keeps one Vitest open and runs tests with one or no mutant, on request of the parent. Every run loads all modules
 * again, so that mutants do not affect each other.
 *
 * @module
 */
import { createVitest } from 'vitest/node'

const vitest = await createVitest('test', {
  config: 'scripts/mutants/vitest.config.ts',
  watch: false,
  reporters: [{}],
  onConsoleLog: () => false,
})
const project = vitest.projects[0]

const messageOf = (error) => `${error?.name ?? 'Error'}: ${error?.message ?? error}`.split('\n')[0].slice(0, 200)

/** @param {{ mutant?: string, hitLimit?: number, files: { file: string, tests?: string[] }[] }} request */
async function run({ mutant, hitLimit, files }) {
  vitest.state.filesMap.clear()
  project.config.bail = mutant === undefined ? 0 : 1
  vitest.provide('mutants', { mutant, hitLimit })
  const specifications = files.map(({ file, tests }) =>
    project.createSpecification(`${process.cwd()}/${file}`, tests === undefined ? undefined : { testIds: tests }),
  )
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const tests = testModules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      file: module.relativeModuleId,
      id: test.id,
      name: test.fullName,
      state: test.result().state,
      ms: test.diagnostic()?.duration ?? 0,
      error: test.result().errors?.map(messageOf)[0],
    })),
  )
  const errors = [...unhandledErrors, ...testModules.flatMap((module) => [...module.errors()])].map(messageOf)
  for (const module of testModules) {
    for (const suite of module.children.allSuites()) errors.push(...suite.errors().map(messageOf))
  }
  return { tests, errors, reached: testModules.map((module) => module.meta().reached)[0] }
}

const globTests = async () =>
  (await vitest.globTestSpecifications()).map(({ moduleId }) => moduleId.slice(process.cwd().length + 1))

async function answerTo(request) {
  try {
    return { answer: request === 'list' ? await globTests() : await run(request) }
  } catch (error) {
    return { failure: error.stack }
  }
}

process.on('message', async (request) => {
  const answer = await answerTo(request)
  // the parent may have ended meanwhile
  if (process.connected) process.send(answer)
})
process.on('disconnect', async () => {
  await vitest.close()
  process.exit()
})
process.send({ answer: 'ready' })
