import type { ConsoleRequestContent, ConsoleQueryPair } from '#shared/ipc/console.ts'
import { isSensitiveFieldName, isSensitiveText } from './is-sensitive-field-or-text.ts'

/**
 * Replaces each value that looks like a secret with a variable that has the name of its field. Null if the body is not
 * JSON, because its fields cannot be recognized then.
 */
export function replaceSecretsWithVariables<Content extends Pick<ConsoleRequestContent, 'query' | 'body'>>(
  content: Content,
): Content | null {
  const body = content.body === null || content.body.trim() === '' ? content.body : hideInBody(content.body)
  if (body === null && content.body !== null) return null
  return { ...content, query: replaceSecretsInQueryWithVariables(content.query), body }
}

export function replaceSecretsInQueryWithVariables(query: readonly ConsoleQueryPair[]): ConsoleQueryPair[] {
  return query.map(({ name, value, isSecret = false }) => {
    if (isVariable(value)) return { name, value }
    if (isSensitiveFieldName(name)) return { name, value: toVariable(name) }
    // The name of the variable tells that its value is secret when the request is sent again.
    return { name, value: isSecret || isSensitiveText(value) ? toVariable(`secret_${name}`) : value }
  })
}

const isVariable = (text: string) => /^\s*\{\{[^{}]*\}\}\s*$/.test(text)
const toVariable = (name: string) => `{{${name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_').slice(0, 64) || 'secret'}}}`

/** One JSON token: a text, punctuation, a variable outside of texts, or a word such as `12` and `true`. */
const token = /"(?:[^"\\]|\\[\s\S])*"|\{\{[^{}]*\}\}|[{}[\]:,]|[^\s{}[\]:,"]+/g

interface Token {
  text: string
  start: number
  end: number
}

/** Keeps the layout of the body. Null if the body is not JSON with variables. */
function hideInBody(body: string): string | null {
  const tokens: Token[] = [...body.matchAll(token)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))
  const plain = tokens.map(({ text }) => (text.startsWith('{{') ? '0' : text)).join(' ')
  if (!isJson(plain) || !isCovered(body, tokens)) return null
  let hidden = ''
  let from = 0
  for (let index = 0; index < tokens.length; index += 1) {
    const { text, start } = tokens[index] as Token
    const isName = text.startsWith('"') && tokens[index + 1]?.text === ':'
    const name = isName ? (JSON.parse(text) as string) : null
    const last = isName && isSensitiveFieldName(name as string) ? lastOfValue(tokens, index + 2) : null
    if (last !== null) {
      const value = tokens[index + 2] as Token
      if (!isKept(body.slice(value.start, last.end))) {
        hidden += `${body.slice(from, value.start)}"${toVariable(name as string)}"`
        from = last.end
      }
      index = tokens.indexOf(last)
    } else if (!isName && text.startsWith('"') && isSensitiveText(JSON.parse(text) as string)) {
      hidden += `${body.slice(from, start)}"{{secret}}"`
      from = start + text.length
    }
  }
  return hidden + body.slice(from)
}

/** Values that reveal nothing: a variable, an empty text, null, true and false. */
function isKept(value: string): boolean {
  return /^("\s*\{\{[^{}]*\}\}\s*"|\{\{[^{}]*\}\}|""|null|true|false)$/.test(value)
}

/** Returns the last token of the value that begins at this token. */
function lastOfValue(tokens: readonly Token[], at: number): Token {
  let depth = 0
  for (let index = at; index < tokens.length; index += 1) {
    const one = tokens[index] as Token
    if (one.text === '{' || one.text === '[') depth += 1
    if (one.text === '}' || one.text === ']') depth -= 1
    if (depth === 0) return one
  }
  return tokens.at(-1) as Token
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * True if there is only white space between and around the tokens. False for a quotation mark that is not closed, for
 * example.
 */
function isCovered(body: string, tokens: readonly Token[]): boolean {
  let from = 0
  for (const { start, end } of tokens) {
    if (body.slice(from, start).trim() !== '') return false
    from = end
  }
  return body.slice(from).trim() === ''
}
