/** Requests the token of all later calls. */
export async function signIn({ token, log }) {
  const { access_token, token_type, expires_in } = await token.held()
  log.compare('the token is a bearer token', token_type, 'Bearer')
  log.check('it is a text', typeof access_token === 'string' && access_token.length > 0)
  log.check(`it lasts ${expires_in} seconds`, Number.isInteger(expires_in) && expires_in > 0, `It lasts "${expires_in}" seconds`)
}
