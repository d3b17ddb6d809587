import { expect, it } from 'vitest'
import { runScriptLines } from '../../support/script-lines.ts'

const configured = (trial: boolean): unknown =>
  runScriptLines(`import { builderConfig } from 'scripts/package/builder-config.mjs'
    const config = builderConfig({ app: '/app', out: '/out', electron: { version: '45.0.0', dist: '/dist' }, trial: ${trial} })
    console.log(JSON.stringify({ protocols: config.protocols ?? null, linux: config.linux.mimeTypes }))`)

it('the product declares its own link scheme, but never tel:', () =>
  expect(configured(false)).toEqual({
    protocols: [{ name: 'A call in Rundesk', schemes: ['rundesk'] }],
    linux: ['x-scheme-handler/rundesk'],
  }))

it('a test build takes over no links from an installed product', () =>
  expect(configured(true)).toEqual({ protocols: null, linux: [] }))
