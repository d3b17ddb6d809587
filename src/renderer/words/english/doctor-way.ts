import type { DoctorFindingCode } from '../../../contract/doctor.ts'
import type { doctorHere, FactOf, Say } from './doctor-here.ts'
import { time } from './time.ts'

type OnTheWay = Exclude<DoctorFindingCode, keyof typeof doctorHere>

const network = 'Ask whoever runs your network'
const service = 'Ask whoever runs the service'
const place = (fact: FactOf): string => `${fact('host')}, port ${fact('port')}`

const span = (seconds: number): string => {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}

/** The specification leaves open which of them a service has. */
const listPaths: Record<string, string> = { prefixed: '/api/v1/user/api-keys', bare: '/user/api-keys' }

const clockWords = (fact: FactOf): string => {
  const by = span(Number(fact('seconds')))
  return fact('direction') === 'behind'
    ? `The clock of this computer is ${by} behind the service’s.`
    : `The clock of this computer is ${by} ahead of the service’s.`
}

/** Words for everything the doctor may find on the way to a service, and at the service. */
export const doctorWay: Record<OnTheWay, Say> = {
  proxyNone: () => ['No proxy is in the way.', null],
  proxyOpen: (fact) => [`The proxy ${fact('proxy')} lets us through.`, null],
  proxyRefused: (fact) => [
    `The proxy ${fact('proxy')} refuses to connect to ${fact('host')}.`,
    `${network} to allow this host, or set another proxy under Settings.`,
  ],
  proxyAuthentication: (fact) => [
    `The proxy ${fact('proxy')} wants a user name and a password, or others than it was given.`,
    'Enter them under Settings. Rundesk speaks the Basic kind of proof only.',
  ],
  proxyGateway: (fact) => [
    `The proxy ${fact('proxy')} could not reach ${fact('host')} itself.`,
    'Check the spelling of the address; if it is right, ask whoever runs the proxy or the service.',
  ],
  proxyUnreachable: (fact) => [
    `The proxy ${fact('proxy')} cannot be reached.`,
    `${network} whether it is up, or set another one under Settings.`,
  ],
  proxyTimedOut: (fact) => [`The proxy ${fact('proxy')} did not answer in time.`, `${network} about it.`],
  proxyCertificate: (fact) => [
    `The proxy ${fact('proxy')} shows a certificate that this computer does not trust.`,
    `${network} for its certificate, and name the file under Settings. Never pass over this.`,
  ],
  proxySetting: () => [
    'Which proxy to use could not be found out: its address cannot be read, or the system does not answer.',
    'Correct the proxy under Settings, or the variables https_proxy and no_proxy.',
  ],
  proxyUnsupported: () => [
    'Only proxies of a kind are on offer that Rundesk does not speak (SOCKS, QUIC).',
    `${network} for an HTTP proxy, and set it under Settings.`,
  ],
  proxyBroken: (fact) => [
    `The proxy ${fact('proxy')} broke the connection or sent what is no answer (${fact('code')}).`,
    `${network} about it.`,
  ],
  nameNotNeeded: (fact) => [`${fact('host')} is an address; no name has to be found.`, null],
  nameLeftToProxy: (fact) => [`The proxy finds ${fact('host')}.`, null],
  nameFound: (fact) => [`${fact('host')} was found: ${fact('addresses')}.`, null],
  nameNotFound: (fact) => [
    `There is no computer of the name ${fact('host')}.`,
    'Check the spelling of the address. If it is right, you may have to be in the company’s network or VPN.',
  ],
  nameNotAnswered: (fact) => [
    `Nobody could tell whether there is a computer of the name ${fact('host')} (${fact('code')}).`,
    'Check whether this computer has a network at all: cable, Wi-Fi, VPN. Then check the spelling of the address.',
  ],
  tcpOpen: (fact) => [`${place(fact)}, takes connections.`, null],
  tcpThroughProxy: (fact) => [`${place(fact)}, is reached through the proxy.`, null],
  tcpRefused: (fact) => [
    `The service is down: nothing listens at ${place(fact)}.`,
    `${service} whether it is up, and check the port of the address.`,
  ],
  tcpTimedOut: (fact) => [
    `${place(fact)}, does not answer: the connection was not taken in time.`,
    `${network} whether a firewall or a missing VPN is in the way; then ask whoever runs the service.`,
  ],
  tcpNoRoute: (fact) => [`There is no way through the network to ${place(fact)}.`, 'Check your network or VPN.'],
  tlsTrusted: (fact) => [
    `${fact('protocol')}, vouched for by ${fact('issuer')} until ${time.date(fact('until'))}.`,
    null,
  ],
  tlsNotUsed: () => ['Not used: the address begins with http.', null],
  tlsEndsSoon: (fact) => [
    `The certificate ends on ${time.date(fact('until'))}.`,
    `${service} to renew it in time; after that day nothing can be called.`,
  ],
  tlsExpired: (fact) => [
    `The certificate of ${fact('host')} has ended.`,
    `${service} to renew it. If this computer’s clock is wrong, set it first.`,
  ],
  tlsNotYetValid: (fact) => [
    `The certificate of ${fact('host')} is not valid yet.`,
    'Set the clock of this computer; if it is right, ask whoever runs the service.',
  ],
  tlsOtherName: (fact) => [
    `The certificate is not for ${fact('host')}: somebody else answers at this name, or the address is not the right one.`,
    'Check the address. Never pass over this: a key would go to whoever answers.',
  ],
  tlsUnknownIssuer: (fact) => [
    `Nobody whom this computer trusts vouches for the certificate of ${fact('host')} (${fact('code')}).`,
    'If your company signs its own services, name its certificate file under Settings. Never pass over this.',
  ],
  tlsNotSpoken: (fact) => [
    `${fact('host')} does not speak https at this port.`,
    'Check the port of the address; some sign-in pages of guest networks do this too.',
  ],
  tlsBroken: (fact) => [
    `The connection to ${fact('host')} broke before it was encrypted (${fact('code')}).`,
    `${network} whether something between cuts encrypted connections.`,
  ],
  serviceUp: (fact) => [`The service answers in ${fact('milliseconds')} ms.`, null],
  serviceTimedOut: (fact) => [`The service did not answer within ${fact('seconds')} s.`, `${service} what keeps it.`],
  serviceCut: () => ['The service cut the connection without an answer.', `${service}; looking again is safe.`],
  serviceFailing: (fact) => [
    `The service fails on its side: status ${fact('status')}.`,
    `${service}. Nothing on this computer can mend it.`,
  ],
  serviceRedirects: (fact) => [
    `The service sends us on to another address (status ${fact('status')}). A key is never sent on.`,
    'Use the address it really lives at: often https instead of http, or another name.',
  ],
  serviceNotOurs: (fact) => [
    `Something answers, and it is not the service: status ${fact('status')}.`,
    'Check the address: it may be a web server, a sign-in page of the network, or the wrong port.',
  ],
  clockRight: (fact) => [
    `The clock here and the service’s go together, within ${span(Number(fact('seconds')))}.`,
    null,
  ],
  clockOff: (fact) => [
    clockWords(fact),
    'Let this computer set its clock by itself. If it is right, ask whoever runs the service.',
  ],
  clockNotTold: () => ['The service did not tell its time.', null],
  versionComplete: (fact) => [`Version ${fact('version')} can do all that Rundesk asks of it.`, null],
  versionLacks: (fact) => [
    `Version ${fact('version')} lacks: ${fact('missing')}. What it does not know it ignores without a word.`,
    `${service} to update it.`,
  ],
  versionTooOld: (fact) => [
    `Version ${fact('version')} is too old: no call can be placed with it. It lacks: ${fact('missing')}.`,
    `${service} to update it to 1.45.0 or newer.`,
  ],
  versionNotTold: () => [
    'The service does not tell its version, or runs what is no release.',
    'Choose configuration and caller ID with care: an old service ignores them without a word.',
  ],
  keyWorks: (fact) => [
    [
      'The service takes this profile’s key.',
      ...(fact('organization') === '' ? [] : [`Organization ${fact('organization')}.`]),
      ...(fact('adminPath') === '' ? [] : [`It lists keys at ${listPaths[fact('adminPath')] ?? fact('adminPath')}.`]),
    ].join(' '),
    null,
  ],
  keyRefused: () => [
    'The service does not take this profile’s key: it was archived, or is not known there.',
    'Replace the key of this profile, or have it reactivated.',
  ],
  keyMissing: () => [
    'The key of this profile is not in the keychain.',
    'Unlock the keychain, or enter the key again under Manage profiles.',
  ],
  keyNotAsked: () => ['Whether the key works could not be found out just now.', 'Look again.'],
}
