import { z } from 'zod'

/** A value of JSON that is neither list nor object. */
export const jsonScalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type JsonScalar = z.infer<typeof jsonScalarSchema>

/** What a form shows for a schema. A value that a form cannot show is typed as JSON. */
export type OperationFormControl =
  | {
      kind: 'text'
      /** True: the characters are hidden and the value is never stored. */
      isSecret: boolean
      isLong: boolean
      format: string | null
      minLength: number | null
      maxLength: number | null
      pattern: string | null
    }
  | { kind: 'number'; isInteger: boolean; minimum: number | null; maximum: number | null }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: JsonScalar[] }
  | { kind: 'list'; item: OperationFormField; minItems: number | null; maxItems: number | null }
  | { kind: 'object'; fields: OperationFormField[] }
  | { kind: 'variants'; variants: OperationFormField[] }
  | { kind: 'json'; isSecret: boolean }

export interface OperationFormField {
  /** The name of the property or parameter; of a variant, its title. Empty for an item of a list and for the body. */
  name: string
  title: string | null
  description: string | null
  isRequired: boolean
  isNullable: boolean
  isDeprecated: boolean
  /** The schema's own default, as JSON; null without one. */
  defaultJson: string | null
  example: string | null
  control: OperationFormControl
}

const countSchema = z.number().nullable()

const formControlSchema: z.ZodType<OperationFormControl> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('text'),
      isSecret: z.boolean(),
      isLong: z.boolean(),
      format: z.string().nullable(),
      minLength: countSchema,
      maxLength: countSchema,
      pattern: z.string().nullable(),
    }),
    z.object({ kind: z.literal('number'), isInteger: z.boolean(), minimum: countSchema, maximum: countSchema }),
    z.object({ kind: z.literal('boolean') }),
    z.object({ kind: z.literal('choice'), options: z.array(jsonScalarSchema) }),
    z.object({ kind: z.literal('list'), item: operationFormFieldSchema, minItems: countSchema, maxItems: countSchema }),
    z.object({ kind: z.literal('object'), fields: z.array(operationFormFieldSchema) }),
    z.object({ kind: z.literal('variants'), variants: z.array(operationFormFieldSchema) }),
    z.object({ kind: z.literal('json'), isSecret: z.boolean() }),
  ]),
)

export const operationFormFieldSchema: z.ZodType<OperationFormField> = z.lazy(() =>
  z.object({
    name: z.string(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    isRequired: z.boolean(),
    isNullable: z.boolean(),
    isDeprecated: z.boolean(),
    defaultJson: z.string().nullable(),
    example: z.string().nullable(),
    control: formControlSchema,
  }),
)
