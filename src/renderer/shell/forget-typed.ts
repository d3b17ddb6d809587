/**
 * SECURITY: to be called when a secret has been taken out of a field. Some Chromiums look at everything that is typed for
 * addresses of e-mail, and keep the last text they looked at in memory, where nobody can reach it and nobody forgets it.
 * Another text takes its place.
 */
export const forgetTyped = (): void => {
  const field = document.createElement('input')
  field.type = 'email'
  field.value = 'nobody@example.invalid'
  field.checkValidity()
}
