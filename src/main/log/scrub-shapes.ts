const mask = '[secret]'

const ownKey = /dgr_[A-Za-z0-9_-]{20,}/g

/** SECURITY: takes out every key of the service's own kind, whoever's it is. */
export const scrubKeys = (text: string): string => text.replace(ownKey, mask)

/** The name of a header that proves who asks, and what may stand between it and its value in JSON, a URL or a dump. */
const named =
  /\b((?:x[-_])?api[-_]?key|(?:proxy-)?authorization)((?:[\\"']{1,4}\s{0,4}[:=,]|\s{0,4}[:=]|%3[ad])(?:\s|%20){0,4}(?:b(?=["']))?)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\{1,8}["'].*?(?=\\{1,8}["'])|(?:(?:basic|bearer|digest|negotiate|ntlm)\s+)?[^\s"',;]+)/gi

/** Name and password in an address. */
const inAddress = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"'<>]+@/gi

/** What opens a recording or a transcript to whoever has its address. */
const inQuery =
  /([?&](?:access_token|token|api_?key|key|sig|signature|password|x-(?:amz|goog)-(?:signature|credential|security-token))=)[^&\s"'<>#]+/gi

/** Ids, days and times are let through: they are full of digits, and nobody can be rung with them. */
const digitsThatRingNobody =
  '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<!\\d)(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)?(?!\\d)'
/** Seven digits and more, and the signs that people put between them. */
const number = '\\+?\\(?\\p{Nd}(?:[ \\t().\\-/\\u00a0\\u2010-\\u2015\\u202f]*\\p{Nd}){6,}'
const numbers = new RegExp(`(${digitsThatRingNobody})|${number}`, 'giu')

const lastThree = (text: string): string => text.replace(/[^\p{Nd}]/gu, '').slice(-3)

const hideValue = (_whole: string, name: string, link: string, value: string): string => {
  const quote = /^["']/.exec(value)?.[0] ?? ''
  return `${name}${link}${quote}${mask}${quote}`
}

/**
 * SECURITY: takes out of a text what has the shape of a secret: keys of the service's own kind, values of key and
 * authorization headers, names and passwords in addresses, tokens in links. Of a telephone number it leaves the last
 * three digits: enough to tell two calls apart, too little to ring anybody.
 */
export const scrubShapes = (text: string): string =>
  scrubKeys(text)
    .replace(named, hideValue)
    .replace(inAddress, `$1${mask}@`)
    .replace(inQuery, `$1${mask}`)
    .replace(numbers, (whole: string, kept: string | undefined) => kept ?? `…${lastThree(whole)}`)
