/**
 * Uses a page with one device only: a mouse (and the keys that text is typed with), or the keyboard alone.
 *
 * @module
 */
import type { Page } from 'playwright-core'

export const DEVICES = ['mouse', 'keyboard'] as const
export type Device = (typeof DEVICES)[number]

type Node = NonNullable<Awaited<ReturnType<Page['$']>>>

/** Functions in the browser: whether a node has the focus, also in a shadow root, and how often Tab is pressed to reach it. */
const HELPERS = `
  globalThis.hasFocus = (node) => {
    let focused = document.activeElement
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
    return focused === node
  }
  globalThis.tabsTo = (node) => {
    const top = document.querySelector('dialog[open]') ?? document
    const all = [...top.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], .code')]
    const stops = all.filter((one) => one.checkVisibility() && !one.disabled && (one.tabIndex >= 0 || one.shadowRoot))
    const goal = stops.findIndex((one) => one === node || one.shadowRoot?.contains(node))
    return goal < 0 ? 0 : goal - stops.indexOf(document.activeElement)
  }`

interface Helpers {
  hasFocus(node: Node): boolean
  tabsTo(node: Node): number
}

const MAX_ATTEMPTS = 30

export class Hand {
  readonly page: Page
  readonly #keyboard: boolean

  private constructor(page: Page, device: Device) {
    this.page = page
    this.#keyboard = device === 'keyboard'
  }

  /** A device for a page; it works in what the page loads from now on. */
  static async of(page: Page, device: Device): Promise<Hand> {
    await page.addInitScript(HELPERS)
    return new Hand(page, device)
  }

  /** Clicks, or presses Enter. */
  async press(selector: string): Promise<void> {
    if (!this.#keyboard) return this.page.click(selector)
    await this.#reach(selector)
    await this.page.keyboard.press('Enter')
  }

  /** Opens a menu of the header, and waits for what it loads. */
  async open(menu: string): Promise<void> {
    await this.press(`#${menu} > summary`)
    await this.page.waitForSelector(`#${menu}[open]`)
  }

  /** Replaces the text of a field. */
  async type(selector: string, text: string): Promise<void> {
    if (this.#keyboard) await this.#reach(selector)
    else await this.page.click(selector)
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.insertText(text)
  }

  /** Chooses an option by the text it begins with. Lists that open are drawn by the system: a mouse cannot be tried there. */
  async choose(selector: string, label: string): Promise<void> {
    if (!this.#keyboard) await this.page.selectOption(selector, { label })
    else {
      await this.#reach(selector)
      await this.page.keyboard.type(label)
    }
  }

  /** Answers the question whether to go on. */
  confirm = (): Promise<void> => this.press('#confirm[open] button[value=yes]')

  async #reach(selector: string): Promise<void> {
    const found: Node = await this.page.waitForSelector(selector)
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (await found.evaluate((node) => (globalThis as unknown as Helpers).hasFocus(node))) return
      const steps: number = await found.evaluate((node) => (globalThis as unknown as Helpers).tabsTo(node))
      const key = steps < 0 ? 'Shift+Tab' : 'Tab'
      for (let step = 0; step < Math.max(1, Math.abs(steps)); step++) await this.page.keyboard.press(key)
    }
    throw new Error(`${selector} is not reached by keyboard`)
  }
}
