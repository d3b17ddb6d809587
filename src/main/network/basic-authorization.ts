import { createSecret, openSecret, type Secret } from '../vault/secret.ts'
import type { WrittenProxy } from './proxy-address.ts'

/** Gives the value of a `Proxy-Authorization` header at the moment it is written; as a function it cannot be printed. */
export type ProxyAuthorization = () => string

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`

/** The proof for a proxy whose credentials stand in its written address; null when there are none. */
export const authorizationOfAddress = ({ credentials }: WrittenProxy): ProxyAuthorization | null =>
  // As a Secret the scrubber knows it for as long as it can be sent.
  credentials === null ? null : authorizationOfUser(credentials.user, createSecret(credentials.password))

/** The proof of a user and a password that is kept as a Secret. */
export const authorizationOfUser =
  (user: string, password: Secret): ProxyAuthorization =>
  () =>
    basic(user, openSecret(password))
