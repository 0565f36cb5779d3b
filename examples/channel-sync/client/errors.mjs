/** The service refuses the request; repeating it would not help. */
export class Refusal extends Error {
  /**
   * @param {number} status 204 for a room that is taken, otherwise 400 to 499
   * @param {string} reason as the service sent it
   * @param {string} [code] the OAuth error code, such as `forbidden` or `invalid_scope`, where the response has one
   */
  constructor(status, reason, code) {
    super(`refused with ${status}: ${reason}`)
    this.name = 'Refusal'
    this.status = status
    this.reason = reason
    this.code = code
  }

  /** True when this client does not administer the property; the other properties are not affected. */
  get isAboutProperty() {
    return this.status === 403 && this.code === undefined
  }
}

/** The call was not sent, because the token lacks its scope. */
export class MissingScopeError extends Refusal {
  /** @param {string} scope */
  constructor(scope) {
    super(403, `the token does not have the scope ${scope}`, 'forbidden')
    this.name = 'MissingScopeError'
  }
}

/** A failure of the network or the service that may not occur again. */
export class TransientError extends Error {
  /**
   * @param {string} what
   * @param {object} [known]
   * @param {string | null} [known.retryAfter] the `Retry-After` header
   * @param {boolean} [known.notProcessed] true when the service certainly did nothing
   */
  constructor(what, { retryAfter = null, notProcessed = false } = {}) {
    super(what)
    this.name = 'TransientError'
    this.retryAfter = retryAfter
    this.notProcessed = notProcessed
  }
}
