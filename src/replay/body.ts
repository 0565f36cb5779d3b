/** The body of a recorded request, to be sent again. */
import { isUrlencoded, mediaType, URLENCODED } from '../base/media-type.ts'
import { CUT_MARK } from '../journal/masking.ts'
import { headerOf } from './address.ts'
import type { PostData, RecordedRequest } from './har.ts'

export interface Body {
  readonly type: string
  readonly text: string
}

/** The body of a request; undefined when it had none, a reason when it cannot be sent. */
export function bodyOf({ postData, bodySize, headers }: RecordedRequest): Body | string | undefined {
  if (!postData) return bodySize > 0 ? 'its body was not recorded' : undefined
  const { mimeType, comment, text, params } = postData
  const type = mimeType || (headerOf(headers, 'content-type') ?? '')
  if (text.endsWith(CUT_MARK) && comment) return 'its body was cut in the recording'
  const unread = /^(\d+) bytes of /.exec(comment)?.[1]
  if (text === '' && unread !== undefined && unread !== '0') return `its body was not kept in the recording (${comment})`
  // Some tools leave bodies out, and write their type and size.
  if (text === '' && params.length === 0 && bodySize > 0 && unread === undefined) return 'its body was not recorded'
  if (text !== '' || params.length === 0) return { type, text }
  return fromParams(postData, type)
}

/** Some tools record the fields of a form and not its text. */
function fromParams({ params }: PostData, type: string): Body | string {
  if (params.some(({ isFile }) => isFile)) return 'its body holds a file that was not recorded'
  const form = new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value]))
  const hasFields = ['', URLENCODED, 'multipart/form-data'].includes(mediaType(type))
  return hasFields ? { type: URLENCODED, text: form.toString() } : `its body was recorded as fields, which ${type} has none of`
}

/** True for a form whose fields can be read and replaced. */
export const isForm = ({ type }: Body): boolean => isUrlencoded(type)
