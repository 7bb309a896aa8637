import { describe, expect, test } from 'vitest'
import type { OperationFormControl, OperationFormField } from '#shared/openapi/operation-form-schemas.ts'
import type { OpenapiOperationWithFields } from '#shared/ipc/openapi.ts'
import {
  buildConsoleRequest,
  parseOperationFormValues,
} from '#renderer/features/console/openapi/build-console-request.ts'
import { toJsonTableOrFields } from '#renderer/features/console/openapi/to-json-table-or-fields.ts'
import {
  chooseOperationFormVariant,
  createInitialOperationFormValue,
  readOperationFormValueAsJson,
  type OperationFormValue,
} from '#renderer/features/console/openapi/operation-form-value.ts'

const text: OperationFormControl = {
  kind: 'text',
  isSecret: false,
  isLong: false,
  format: null,
  minLength: null,
  maxLength: null,
  pattern: null,
}
const number: OperationFormControl = { kind: 'number', isInteger: true, minimum: null, maximum: null }

function field(name: string, control: OperationFormControl, isRequired = false): OperationFormField {
  const none = {
    title: null,
    description: null,
    isNullable: false,
    isDeprecated: false,
    defaultJson: null,
    example: null,
  }
  return { name, isRequired, control, ...none }
}

function typed(form: OperationFormField, value: string): OperationFormValue {
  return { ...createInitialOperationFormValue(form), typed: value }
}

describe('The value of a form', () => {
  const object = field('', { kind: 'object', fields: [field('a', text), field('b', number)] }, true)

  test('contains only fields with a value, as the types that the schema names', () => {
    const value = createInitialOperationFormValue(object)
    expect(readOperationFormValueAsJson(object, value).value).toEqual({})
    ;(value.fields[1] as OperationFormValue).typed = '１２'
    expect(readOperationFormValueAsJson(object, value).value).toEqual({ b: 12 })
  })

  test('keeps a text that is no number, so that the check names it', () => {
    expect(readOperationFormValueAsJson(field('n', number), typed(field('n', number), 'many')).value).toBe('many')
  })

  test('sends a value of a single option if it is required or chosen, and shows it as chosen only then', () => {
    const choice: OperationFormControl = { kind: 'choice', options: ['restore'] }
    const required = field('mode', choice, true)
    expect(readOperationFormValueAsJson(required, createInitialOperationFormValue(required)).value).toBe('restore')
    const optional = field('mode', choice)
    const value = createInitialOperationFormValue(optional)
    expect(value.option).toBeNull()
    expect(readOperationFormValueAsJson(optional, value).value).toBeUndefined()
    expect(readOperationFormValueAsJson(optional, { ...value, option: 0 }).value).toBe('restore')
  })

  test('states where a text is no JSON', () => {
    const form = field('', { kind: 'object', fields: [field('j', { kind: 'json', isSecret: false })] }, true)
    const value = createInitialOperationFormValue(form)
    ;(value.fields[0] as OperationFormValue).typed = '{'
    expect(readOperationFormValueAsJson(form, value)).toEqual({
      value: {},
      issues: [{ path: ['j'], rule: 'json', stated: '' }],
    })
  })

  test('has no fields of an alternative that was left', () => {
    const form = field('v', {
      kind: 'variants',
      variants: [field('one', object.control, true), field('two', { kind: 'boolean' }, true)],
    })
    const value = createInitialOperationFormValue(form)
    chooseOperationFormVariant(form, value, 0)
    ;(value.inner?.fields[0] as OperationFormValue).typed = 'x'
    expect(readOperationFormValueAsJson(form, value).value).toEqual({ a: 'x' })
    chooseOperationFormVariant(form, value, 1)
    if (value.inner) value.inner.flag = false
    expect(readOperationFormValueAsJson(form, value).value).toBe(false)
    chooseOperationFormVariant(form, value, null)
    expect(readOperationFormValueAsJson(form, value).value).toBeUndefined()
  })

  test('sends Japanese host names in Punycode, and leaves other texts alone', () => {
    const mail = field('address', { ...text, format: 'email' })
    expect(readOperationFormValueAsJson(mail, typed(mail, 'info@日本語.example')).value).toBe(
      'info@xn--wgv71a119e.example',
    )
    const memo = field('memo', text)
    expect(readOperationFormValueAsJson(memo, typed(memo, '日本語')).value).toBe('日本語')
  })
})

describe('The request of an operation', () => {
  const secret = field('password', { ...text, isSecret: true }, true)
  const operation: OpenapiOperationWithFields = {
    id: 'POST /v1/server/{servername}/mail/{address}',
    method: 'POST',
    path: '/v1/server/{servername}/mail/{address}',
    summary: '',
    group: '',
    isDeprecated: false,
    isPaid: false,
    description: '',
    pathFields: [field('servername', text, true), field('address', text, true)],
    queryFields: [
      {
        field: field('tag', { kind: 'list', item: field('', text, true), minItems: null, maxItems: null }),
        separator: null,
      },
      {
        field: field('sort', { kind: 'list', item: field('', text, true), minItems: null, maxItems: null }),
        separator: ',',
      },
    ],
    body: field('', { kind: 'object', fields: [secret] }, true),
    unsupported: [],
  }
  const input = {
    path: [typed(field('', text), 'a.example'), typed(field('', text), 'info@a.example/x')],
    query: operation.queryFields.map(({ field: own }) => ({
      ...createInitialOperationFormValue(own),
      items: ['1', '2'].map((each) => typed(field('', text), each)),
    })),
    body: {
      ...createInitialOperationFormValue(operation.body as OperationFormField),
      fields: [typed(secret, 'canary')],
    },
  }

  test('encodes parameters in the path and repeats or joins lists in the query', () => {
    const { path, query } = buildConsoleRequest(operation, parseOperationFormValues(operation, input))
    expect(path).toBe('/v1/server/a.example/mail/info%40a.example%2Fx')
    expect(query).toEqual([
      { name: 'tag', value: '1' },
      { name: 'tag', value: '2' },
      { name: 'sort', value: '1,2' },
    ])
  })

  test('contains a variable instead of a hidden value', () => {
    const values = parseOperationFormValues(operation, input, (name) => `{{${name}}}`)
    expect(JSON.parse(buildConsoleRequest(operation, values).body as string)).toEqual({ password: '{{password}}' })
    expect(JSON.stringify(buildConsoleRequest(operation, values))).not.toContain('canary')
  })
})

describe('An answer', () => {
  test('that is a list of objects, or an object with one, is a table', () => {
    expect(toJsonTableOrFields('[{"a":1},{"b":[2]}]')).toMatchObject({ kind: 'table', columns: ['a', 'b'], total: 2 })
    expect(toJsonTableOrFields('{"count":1,"rows":[{"a":1}]}')).toMatchObject({
      kind: 'table',
      name: 'rows',
      facts: [{ name: 'count', text: '1' }],
      rows: [[{ text: '1' }]],
    })
  })

  test('that is another object is a list of names and values', () => {
    expect(toJsonTableOrFields('{"a":null,"b":{"c":1}}')).toEqual({
      kind: 'detail',
      facts: [
        { name: 'a', text: 'null', isNested: false },
        { name: 'b', text: '{"c":1}', isNested: true },
      ],
      hiddenFacts: 0,
    })
  })

  test('with many fields or columns says how many of them only the text has', () => {
    const withFields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))
    const shapeOf = (answer: unknown) => toJsonTableOrFields(JSON.stringify(answer))
    expect(shapeOf({ ...withFields(201), rows: [withFields(21)] })).toMatchObject({
      kind: 'table',
      hiddenColumns: 1,
      hiddenFacts: 1,
    })
    expect(shapeOf([withFields(20)])).toMatchObject({ hiddenColumns: 0, hiddenFacts: 0 })
    expect(shapeOf(withFields(203))).toMatchObject({ kind: 'detail', hiddenFacts: 3 })
  })

  test.each(['text', '1', '["a"]', '{"a":', ''])('that is anything else is shown as text only: %s', (answer) => {
    expect(toJsonTableOrFields(answer)).toBeNull()
  })

  test('with a very long list is a table of its first rows', () => {
    const shape = toJsonTableOrFields(JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ n }))))
    expect(shape?.kind === 'table' && [shape.rows.length, shape.total]).toEqual([500, 2000])
  })
})
