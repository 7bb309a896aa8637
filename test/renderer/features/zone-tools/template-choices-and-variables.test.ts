import { expect, test } from 'vitest'
import type { OwnTemplate } from '#shared/ipc/zone-templates.ts'
import { listTemplateChoices } from '#renderer/features/zone-tools/list-template-choices.ts'
import { createInitialVariableValues } from '#renderer/features/zone-tools/create-initial-template-variable-values.ts'
import {
  isValidTemplateVariableName,
  suggestTemplateVariableNames,
} from '#renderer/features/zone-tools/suggest-template-variable-names.ts'

const own: OwnTemplate = { id: 'own', savedAt: 0, name: 'Mine', description: '', variables: [], records: [] }

test('The templates of the user follow the built-in templates and are marked as own', () => {
  const choices = listTemplateChoices([own], (key) => key)
  expect(choices.map(({ id }) => id)).toEqual([
    'builtin:web',
    'builtin:mail_here',
    'builtin:mail_elsewhere',
    'builtin:parked',
    'builtin:no_mail',
    'own',
  ])
  expect(choices.filter((choice) => choice.own !== null)).toMatchObject([{ name: 'Mine' }])
})

test('A value that was typed for another template is kept, and an empty one gives way to the default', () => {
  const variable = (name: string, offered: string) =>
    ({ name, kind: 'text', isOptional: false, default: offered }) as const
  const variables = [variable('server', ''), variable('priority', '10'), variable('selector', 'mail')]
  expect(createInitialVariableValues(variables, { server: '192.0.2.1', priority: '', other: 'x' })).toEqual({
    server: '192.0.2.1',
    priority: '10',
    selector: 'mail',
  })
})

test('Each value of a zone gets a different variable name', () => {
  const names = suggestTemplateVariableNames([{ kind: 'ipv4' }, { kind: 'host' }, { kind: 'ipv4' }])
  expect(names).toEqual(['server_ipv4', 'mail_host', 'server_ipv4_2'])
  expect(names.map((_, position) => isValidTemplateVariableName(names, position))).toEqual([true, true, true])
})

test('A variable name is refused if it is used twice, is the domain, or has other characters', () => {
  const names = ['web', 'web', 'domain', 'Web server', '2nd', '', 'a_1']
  const valid = names.filter((_, position) => isValidTemplateVariableName(names, position))
  expect(valid).toEqual(['a_1'])
})
