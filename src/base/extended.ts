/**
 * Adds fields to an object that was just made: `{ ...fresh, ...more }`, faster on Node 20.
 *
 * There V8 makes a hidden class for every single object whose literal begins with a spread and goes on with new fields. That takes
 * about a microsecond a field and 500 bytes an object, and code that reads such objects is slow. Node 22 does not.
 */
export const extended = <A extends object, B extends object>(fresh: A, more: B): A & B => Object.assign(fresh, more)
