/** Why a request cannot be carried out, with the HTTP status that says so. */
export class StatusError extends Error {
  override readonly name: string = 'StatusError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
