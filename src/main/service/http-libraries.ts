/**
 * The libraries that carry requests. They are loaded with the first request, or ahead of it by whoever has a moment to
 * spare: reading them takes a tenth of a second, for which no start of the app should wait.
 */
export const httpLibraries = async () => {
  const [{ default: ky }, { Client, buildConnector }] = await Promise.all([import('ky'), import('undici')])
  return { ky, Client, buildConnector }
}
