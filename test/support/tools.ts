/**
 * Tools without which some tests are skipped, and those that `TESTS_REQUIRE` makes a failure instead.
 *
 * @module
 */
import { requirementProblems } from '../../scripts/pages/required.ts'
import { withoutBrowser } from '../console/browser/browser.ts'
import { NO_NGINX } from '../packaging/deploy/nginx.ts'
import { NO_PYTEST } from '../packaging/pytest.ts'
import { HAS_KERNEL_LOCK } from '../process/durability/kernel-lock.ts'
import { MAY_MOUNT } from '../process/durability/own-mounts.ts'
import { NO_POSTGRES } from './postgres.ts'

const language = (name: string) => (): boolean => requirementProblems([name]).length === 0

/** Whether each tool is installed, by its name in `TESTS_REQUIRE`. */
const TOOLS: Readonly<Record<string, () => boolean>> = {
  chromium: () => !withoutBrowser,
  postgres: () => NO_POSTGRES === undefined,
  nginx: () => NO_NGINX === undefined,
  flock: () => HAS_KERNEL_LOCK,
  mounts: () => MAY_MOUNT,
  pytest: () => NO_PYTEST === undefined,
  php: language('php'),
  python: language('python'),
  java: language('java'),
}

/** The problems of a list of required tools, such as `chromium,postgres`. */
export function toolProblems(required: string): readonly string[] {
  const names = required.split(',').filter((name) => name !== '')
  return names.flatMap((name) => {
    const isInstalled = TOOLS[name]
    if (!isInstalled) return [`TESTS_REQUIRE: there is no tool "${name}"; there are ${Object.keys(TOOLS).join(', ')}`]
    return isInstalled()
      ? []
      : [`TESTS_REQUIRE: ${name} is missing: install it, or take it out of TESTS_REQUIRE to skip what needs it`]
  })
}
