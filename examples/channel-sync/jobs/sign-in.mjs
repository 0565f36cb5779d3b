/** Fetches the token that serves all that follows. */
export async function signIn({ token, protocol }) {
  const { access_token, token_type, expires_in } = await token.held()
  protocol.compare('the token is a bearer token', token_type, 'Bearer')
  protocol.check('it is a text', typeof access_token === 'string' && access_token.length > 0)
  protocol.check(
    `it lasts ${expires_in} seconds`,
    Number.isInteger(expires_in) && expires_in > 0,
    `It lasts "${expires_in}" seconds`,
  )
}
