import { describe, expect, it } from 'vitest'
import { words } from '../../../src/renderer/words/words.ts'
import { carriers, refusals } from './every-state.ts'

/** What a person must read of each refusal and of each carrier's answer: the title, and a word of what to do next. */
const wanted: Record<string, [title: RegExp, next: RegExp]> = {
  'a field is refused': [/refused what was sent/, /Mend what is named/],
  'refused with a sentence': [/refused what was sent/, /Mend what is named/],
  'key unknown or archived': [/key was refused/, /Replace the key/],
  'agent unknown': [/agent is not known/, /from the list/],
  'trigger unknown': [/trigger is not known/, /Agent UUID/],
  'trigger of another organization': [/may not use the agent/, /profile of the agent/],
  'no permission': [/not allowed to call/, /Ask an admin/],
  'trigger off': [/switched off/, /switched on/],
  'trigger not in the agent': [/no such trigger/, /Agent UUID/],
  'agent archived': [/agent is archived/, /out of the archive/],
  'nothing published': [/never published/, /published/],
  'no owner': [/belongs to nobody/, /an owner/],
  'another conflict': [/conflict/, /service’s words/],
  'configuration unknown or parked': [/not known or parked/, /another configuration/],
  'configuration not ready': [/not ready/, /another configuration/],
  'no telephony': [/no telephony/, /set one up/],
  'no provider': [/no provider/, /another configuration/],
  'caller ID': [/caller ID/, /another caller ID/],
  'body not read': [/not understood/, /unusual characters/],
  'another 400': [/refused the request/, /service’s words/],
  'limit reached': [/too many calls/, /Wait until one/],
  'another 429': [/pause/, /Wait a minute/],
  'trial credits': [/trial credits are used up/, /add credits/],
  credits: [/the credits are used up/, /add credits/],
  'service key': [/key was refused/, /service keys/],
  'service token': [/token was refused/, /renew/],
  'model keys': [/bad keys/, /correct the keys/],
  'credits not verified': [/could not be checked/, /Wait a minute/],
  'another 402': [/quota/, /service’s words/],
  'no such route': [/does not know this way/, /version/],
  'another 404': [/not there/, /address of this profile/],
  'wrong verb': [/takes no calls/, /address of this profile/],
  'too large': [/too large/, /smaller/],
  'content type': [/form of the request/, /network/],
  'head too large': [/head is too large/, /network/],
  redirect: [/another address/, /right address/],
  'another refusal': [/refused/, /Mend the cause/],
  'carrier refused': [/carrier refused/, /carrier’s words/],
  'carrier in trouble': [/in trouble/, /Wait a moment/],
  'carrier unreachable': [/not reached/, /another configuration/],
  'run ended with an error': [/ended before any call/, /service’s words/],
  'carrier silent': [/may be ringing/, /Do not call again/],
  'carrier unreadable': [/may be ringing/, /Do not call again/],
  'carrier dropped': [/may be ringing/, /Do not call again/],
  'carrier said yes': [/may be ringing/, /Do not call again/],
  'carrier redirected': [/may be ringing/, /Do not call again/],
  'carrier gave up waiting': [/may be ringing/, /Do not call again/],
  'carrier unclear': [/may be ringing/, /Do not call again/],
}

describe('refusals and carriers in words', () => {
  it.each(Object.entries({ ...refusals, ...carriers }))('%s', (name, state) => {
    const said = words.callState.inWords(state)
    const [title, next] = wanted[name] ?? [/^$/, /^$/]
    expect(said.title).toMatch(title)
    expect(said.next).toMatch(next)
  })

  it('has something to say about each of them, and about nothing else', () => {
    expect(Object.keys(wanted).toSorted()).toEqual(Object.keys({ ...refusals, ...carriers }).toSorted())
  })

  it('says of a refused payment that a run without a call stands in the list', () => {
    const unpaid = Object.values(refusals).filter((state) => state.state === 'rejected' && state.status === 402)
    expect(unpaid).toHaveLength(7)
    for (const state of unpaid) expect(words.callState.inWords(state).why).toContain('ended before any dialling')
  })
})
