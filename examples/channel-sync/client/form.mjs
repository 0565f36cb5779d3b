/**
 * Turns fields into a form. A map becomes one field an entry, its key in brackets: `{ tariffinput: { 1767225600: '80.00' } }`
 * is sent as `tariffinput[1767225600]=80.00`.
 *
 * @param {Record<string, string | number | Record<string, string | number>>} fields
 * @returns {URLSearchParams} which `fetch` sends as application/x-www-form-urlencoded
 */
export function encodeForm(fields) {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'object') for (const [key, inner] of Object.entries(value)) form.append(`${name}[${key}]`, inner)
    else form.append(name, value)
  }
  return form
}
