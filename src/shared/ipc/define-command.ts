import type { z } from 'zod'

/** One command of the app: the renderer sends `input`, main returns `output`. */
export interface Command<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  input: Input
  output: Output
}

export function defineCommand<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): Command<Input, Output> {
  return { input, output }
}
