/** The service understood us and says no. Asking again would not help. */
export class Refusal extends Error {
  /**
   * @param {number} status 204 for a room that is taken, otherwise 400 to 499
   * @param {string} reason in the service's words
   */
  constructor(status, reason) {
    super(`refused with ${status}: ${reason}`)
    this.name = 'Refusal'
    this.status = status
    this.reason = reason
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
