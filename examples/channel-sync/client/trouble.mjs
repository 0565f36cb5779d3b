/** The service understood us and says no. Asking again would not help. */
export class Refusal extends Error {
  /**
   * @param {number} status 204 for a room that is taken, otherwise 400 to 499
   * @param {string} reason in the service's words
   * @param {string} [code] the OAuth error code, such as `forbidden` or `invalid_scope`, where the answer has one
   */
  constructor(status, reason, code) {
    super(`refused with ${status}: ${reason}`)
    this.name = 'Refusal'
    this.status = status
    this.reason = reason
    this.code = code
  }

  /** True when the property is not ours: there is nothing left to do for it, and the others are not concerned. */
  get isAboutProperty() {
    return this.status === 403 && this.code === undefined
  }
}

/** A call that was not sent, because it needs a scope that we do not hold. */
export class ScopeMissing extends Refusal {
  /** @param {string} scope */
  constructor(scope) {
    super(403, `we do not hold ${scope}`, 'forbidden')
    this.name = 'ScopeMissing'
  }
}

/** Something between us and the service failed. Asking again later may help. */
export class PassingTrouble extends Error {
  /**
   * @param {string} what
   * @param {object} [known]
   * @param {string | null} [known.retryAfter] what the service asked for, as sent
   * @param {boolean} [known.untouched] true when it is certain that nothing was done
   */
  constructor(what, { retryAfter = null, untouched = false } = {}) {
    super(what)
    this.name = 'PassingTrouble'
    this.retryAfter = retryAfter
    this.untouched = untouched
  }
}
