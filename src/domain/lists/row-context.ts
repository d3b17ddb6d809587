import type { InitialContext } from '../../contract/initial-context.ts'
import { withValue } from '../context/edit.ts'
import { contextPath } from '../template/template.ts'

/** Returns a row's context as a call sends it: a name with dots becomes nested objects. */
export const contextOfRow = (values: Readonly<Record<string, string>>): InitialContext =>
  Object.entries(values).reduce<InitialContext>(
    (context, [name, value]) => withValue(context, contextPath(name), value),
    {},
  )
