import { expect, it } from 'vitest'
import { createPlayer } from '../../../../src/renderer/runs/talk/player-store.ts'
import type { Sound } from '../../../../src/renderer/runs/talk/sound.ts'

/** A sound of seventy-two seconds on a clock that a test moves on. */
const aSound = () => {
  const heard: { from: number | null; now: number; end: () => void } = { from: null, now: 0, end: () => {} }
  const sound: Sound = {
    seconds: 72,
    play: (from, onEnd) => Object.assign(heard, { from, now: from, end: onEnd }),
    stop: () => void (heard.from = null),
    now: () => heard.now,
    close: () => void (heard.from = null),
  }
  const player = createPlayer(sound)
  return { heard, player, state: () => player.store.getState() }
}

it('plays, pauses where it is, and goes on from there', () => {
  const { heard, player, state } = aSound()
  player.turn()
  expect(heard.from).toBe(0)
  heard.now = 14.2
  player.tick()
  expect(state()).toEqual({ at: 14.2, playing: true })
  player.turn()
  expect(heard.from).toBeNull()
  expect(state()).toEqual({ at: 14.2, playing: false })
  heard.now = 99
  player.tick()
  expect(state().at).toBe(14.2)
  player.turn()
  expect(heard.from).toBe(14.2)
})

it('goes forward and back within its edges, heard or not', () => {
  const { heard, player, state } = aSound()
  player.skip(5)
  expect(state()).toEqual({ at: 5, playing: false })
  player.skip(-15)
  expect(state().at).toBe(0)
  player.turn()
  heard.now = 30
  player.skip(5)
  expect(heard.from).toBe(35)
  player.goTo(500)
  expect(state()).toEqual({ at: 72, playing: false })
  expect(heard.from).toBeNull()
})

it('stands at its end when it has been heard, and begins again from there', () => {
  const { heard, player, state } = aSound()
  player.turn()
  heard.end()
  expect(state()).toEqual({ at: 72, playing: false })
  player.turn()
  expect(heard.from).toBe(0)
})
