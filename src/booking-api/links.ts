/** URLs in responses: they address this server and the same sandbox. */

import type { Product } from '../api/product.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'

/** Creates the URLs of one sandbox, as the client addresses it. */
export class Links {
  /** Server and sandbox, without a slash at the end: `http://127.0.0.1:4010/@w1`. */
  readonly #root: string
  readonly #product: Product
  readonly #pages: Choices['page_links']

  constructor(root: string, product: Product, pages: Choices['page_links']) {
    this.#root = root
    this.#product = product
    this.#pages = pages
  }

  /** The URL of the interface, with a slash at the end. */
  get api(): string {
    return `${this.#root}${this.#product.apiPath}/`
  }

  /** The URL of a page of the site: `task` and its arguments in the given order, in a language such as `en-GB`. */
  page(args: Readonly<Record<string, string | number>>, language = 'en-GB'): string {
    const word = this.#product.word
    const place = this.#pages === 'menu_item' ? `Itemid=101&lang=${language.slice(0, 2)}&${word}lang=${language}` : 'page_id=4'
    const rest = Object.entries(args).map(([name, value]) => `&${name}=${value}`)
    return `${this.#root}/index.php?option=com_${word}&${place}${rest.join('')}`
  }

  /** The URL of a file of the site, such as `uploadedimages/17/property/0/medium/sea.jpg`. */
  file(path: string): string {
    return `${this.#root}/${this.#product.word}/${path}`
  }

  /** The URLs of a picture of a property in three sizes. */
  picture(
    propertyId: number,
    kind: string,
    resource: number | string,
    file: string,
  ): { large: string; medium: string; small: string } {
    const folder = `uploadedimages/${propertyId}/${kind}/${resource}`
    const name = encodeURIComponent(file)
    return {
      large: this.file(`${folder}/${name}`),
      medium: this.file(`${folder}/medium/${name}`),
      small: this.file(`${folder}/thumbnail/${name}`),
    }
  }
}
