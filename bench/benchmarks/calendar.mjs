import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { BenchmarkError, RequirementError } from '../harness/errors.mjs'
import { atMost } from '../harness/report.mjs'
import { API, startUnderstay } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'

const ROOMS = 100
const NIGHTS = 60
const CHANGES_A_MINUTE = 2000
const SECONDS = 20
/** Long enough for the bookings that the benchmark looks for. */
const QUICK_SECONDS = 1.5
const BROWSERS = [process.env.UNDERSTAY_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The calendar of the console in a browser, while many bookings change. */
export const calendar = {
  about: `longest task of the browser: calendar of ${ROOMS} rooms and ${NIGHTS} nights at ${CHANGES_A_MINUTE} changes a minute`,
  async run({ quick }) {
    const executablePath = BROWSERS.find((path) => path !== undefined && existsSync(path))
    if (!executablePath) throw new RequirementError('needs Chromium at UNDERSTAY_CHROMIUM or in /usr/bin')
    const size = { properties: 1, roomsPerProperty: ROOMS, guests: 300, bookings: 700, from: 'today-10', to: 'today+60' }
    const understay = await startUnderstay(['--memory', '--control', 'open', ...bulkWorld(size), ...QUIET])
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      await understay.authorize()
      const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
      await page.addInitScript(() => {
        globalThis.longTasks = []
        new PerformanceObserver((list) =>
          globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
        ).observe({
          type: 'longtask',
          buffered: true,
        })
      })
      await page.goto(`${understay.url}/_understay/console/calendar?nights=${NIGHTS}`)
      await page.waitForSelector('a.stay')
      await page.waitForSelector('#stream.good')
      await pause(2000)
      const opening = await takeLongTasks(page)
      await requireObserver(page)
      const changes = await change(understay, quick ? QUICK_SECONDS : SECONDS)
      await pause(1500)
      const changing = await takeLongTasks(page)
      const stays = await page.locator('a.stay').count()
      const rooms = await page.locator('.room-row').count()
      const blocked = await page.locator('a.stay.black').count()
      if (rooms !== ROOMS || blocked < 20)
        throw new BenchmarkError(`the calendar shows ${rooms} rooms and ${blocked} black bookings`)
      const details = [
        `${changes} changes, ${stays} stays in the chart at the end; tasks above 50 ms: ${changing.length}`,
        `while the page opens: ${opening.length} tasks above 50 ms${opening.length > 0 ? `, the longest ${Math.max(...opening).toFixed(0)} ms` : ''}`,
      ]
      return [
        {
          what: 'longest task above 50 ms while bookings change (0: none)',
          goal: atMost(50, 'ms', 0),
          value: Math.max(0, ...changing),
          details,
        },
      ]
    } finally {
      await browser.close()
      await understay.stop()
    }
  },
}

/** @throws BenchmarkError when the browser does not report a deliberately long task */
async function requireObserver(page) {
  await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve))
    const until = performance.now() + 120
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  const [longest = 0] = (await takeLongTasks(page)).sort((a, b) => b - a)
  if (longest < 100) throw new BenchmarkError(`a task of 120 ms was reported as ${longest} ms`)
}

/** Takes the durations of the tasks that were longer than 50 ms. */
const takeLongTasks = (page) => page.evaluate(() => globalThis.longTasks.splice(0))

/** Blocks rooms and frees them again, evenly over the time. @returns how many changes were made */
async function change(understay, seconds) {
  const { property, rooms, from } = await (await fetch(`${understay.url}/_understay/calendar?nights=${NIGHTS}`)).json()
  const send = async (method, path) => {
    const headers = { Authorization: `Bearer ${understay.token}` }
    const answer = await fetch(`${understay.url}${API}/blackbookings/${property.id}/${path}`, { method, headers })
    const text = await answer.text()
    return answer.status === 200 ? JSON.parse(text).data : undefined
  }
  const wanted = (CHANGES_A_MINUTE / 60) * seconds
  const blocked = []
  const started = performance.now()
  let made = 0
  for (let tried = 0; made < wanted; tried++) {
    if (performance.now() - started > SECONDS * 3000)
      throw new BenchmarkError(`only ${made} of ${wanted} changes were made in time`)
    if (blocked.length > 40) {
      if (await send('DELETE', String(blocked.shift()))) made++
    } else {
      const day = new Date(Date.parse(`${from}T00:00:00Z`) + (10 + ((tried * 7) % (NIGHTS - 12))) * 86_400_000)
        .toISOString()
        .slice(0, 10)
      const added = await send('POST', `${rooms[(tried * 13) % rooms.length].id}/${day}`)
      if (added) made = blocked.push(added.addblackbookings) && made + 1
    }
    const ahead = (made / wanted) * seconds * 1000 - (performance.now() - started)
    if (ahead > 0) await pause(ahead)
  }
  return made
}
