import { defineConfig } from 'oxlint'
import { importRules, patternsOf } from './import-rules.ts'

const findsEveryKey = 'It crashes the process when the keyring is locked.'
const networkGlobals = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource']
const all = (level: 'error' | 'off', prefix: string, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [`${prefix}${name}`, level]))

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'promise', 'unicorn', 'oxc', 'vitest'],
  options: { typeAware: true },
  categories: { correctness: 'error', suspicious: 'error' },
  env: { builtin: true },
  ignorePatterns: ['out/**', 'dist/**', '.cache/**', 'node_modules/**'],
  rules: {
    ...all('error', '', 'eqeqeq no-empty no-eval no-implied-eval no-new-func no-var prefer-const'),
    ...all(
      'error',
      'typescript/',
      'ban-ts-comment consistent-type-imports no-explicit-any no-floating-promises no-misused-promises no-non-null-assertion no-require-imports no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-member-access no-unsafe-return no-unsafe-function-type only-throw-error prefer-promise-reject-errors switch-exhaustiveness-check',
    ),
    ...all('error', 'react/', 'no-danger rules-of-hooks exhaustive-deps'),
    'unicorn/prefer-node-protocol': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-restricted-properties': [
      'error',
      ...['findCredentials', 'findPassword'].map((property) => ({ property, message: findsEveryKey })),
      { object: 'vi', property: 'waitFor', message: 'It waits for one second only. Use test/support/wait-for.ts.' },
    ],
    ...all(
      'off',
      '',
      'typescript/consistent-return typescript/no-unsafe-type-assertion typescript/unbound-method no-control-regex unicorn/consistent-function-scoping unicorn/require-post-message-target-origin import/no-named-as-default-member import/no-unassigned-import vitest/require-mock-type-parameters react/incompatible-library jsx-a11y/prefer-tag-over-role react/react-in-jsx-scope',
    ),
  },
  overrides: [
    {
      files: ['src/**'],
      rules: {
        'max-lines': ['error', 400],
        'max-lines-per-function': ['error', { max: 160, skipBlankLines: true, skipComments: true }],
        'no-console': 'error',
        'no-restricted-globals': [
          'error',
          ...networkGlobals.map((name) => ({ name, message: 'Only main/service uses the network.' })),
        ],
      },
    },
    // The one place that creates all features: a long list, without branches.
    { files: ['src/main/app/create-app.ts'], rules: { 'max-lines-per-function': 'off' } },
    // A function named use… outside the page isn't a React hook.
    { files: ['src/main/**', 'test/e2e/**', 'test/labs/**'], rules: { 'react/rules-of-hooks': 'off' } },
    {
      files: ['scripts/**/*.mjs', 'test/**/*.cjs'],
      rules: all('off', 'typescript/no-unsafe-', 'argument assignment call member-access return'),
    },
    ...importRules.map((rule) => ({
      files: [/\.tsx?$/.test(rule.path) ? `src/${rule.path}` : `src/${rule.path}/**`],
      rules: { 'no-restricted-imports': ['error', { patterns: patternsOf(rule) }] as ['error', object] },
    })),
  ],
})
