import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, lintKeymap, linter, type Diagnostic } from '@codemirror/lint'
import { Compartment, EditorState, Prec, StateEffect, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers, type ViewUpdate } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export interface JsonEditorOptions {
  parent: HTMLElement
  text: string
  /** Returns the accessible name in the current language. */
  label: () => string
  isReadOnly: boolean
  /** Returns the text of an error in the JSON in the current language. */
  invalidText: () => string
  onChange: (text: string) => void
  onSubmit: () => void
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: [tags.punctuation, tags.separator], color: 'var(--text-2)' },
])

const editorTheme = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--text-small)', color: 'var(--text)', backgroundColor: 'var(--area)' },
  '&.cm-focused': { outline: '0' },
  // Above the gutters, which would hide a part of an outline.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '300',
    border: '2px solid var(--accent)',
    pointerEvents: 'none',
  },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)', padding: 'calc(2 * var(--unit)) 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--area)', color: 'var(--text-3)', border: '0' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--quiet-ground)',
    borderColor: 'var(--line-strong)',
    color: 'var(--text-2)',
    padding: '0 var(--unit)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selected)', outline: '1px solid var(--line-strong)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--selected)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', borderColor: 'var(--line-strong)', color: 'var(--text)' },
})

/** The texts of the editor have changed. */
const textsChanged = StateEffect.define<null>()

function hasChangedTexts({ transactions }: ViewUpdate): boolean {
  return transactions.some(({ effects }) => effects.some((effect) => effect.is(textsChanged)))
}

/** Variables of a saved request may be in place of a value; for the check they are numbers of the same length. */
function checkJson(invalidText: () => string): (view: EditorView) => Diagnostic[] {
  const parse = jsonParseLinter()
  return (view) => {
    const text = view.state.doc.toString()
    if (text.trim() === '') return []
    const doc = EditorState.create({ doc: text.replaceAll(/\{\{[^{}]*\}\}/g, (found) => '1'.repeat(found.length)) })
    return parse({ state: doc } as EditorView).map((diagnostic) => ({ ...diagnostic, message: invalidText() }))
  }
}

/** A text with a longer line is not wrapped, because wrapping such a line would block the window. */
const maxWrappedLineLength = 10_000

function wrappingOf(text: string): Extension {
  return new RegExp(`.{${maxWrappedLineLength + 1}}`).test(text) ? [] : EditorView.lineWrapping
}

/** An editor for JSON with colours, folding and checks, or a view of a text that is not changed. */
export function createJsonEditor(options: JsonEditorOptions): {
  setText(text: string): void
  /** Calls `label` and `invalidText` again. */
  updateTexts(): void
  destroy(): void
} {
  const { parent, label, isReadOnly, invalidText, onChange, onSubmit } = options
  const editing: Extension[] = isReadOnly
    ? [EditorState.readOnly.of(true)]
    : [
        history(),
        indentOnInput(),
        linter(checkJson(invalidText), { delay: 300, needsRefresh: hasChangedTexts }),
        lintGutter(),
      ]
  const wrapping = new Compartment()
  const submit = {
    key: 'Mod-Enter',
    run: () => {
      onSubmit()
      return true
    },
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        Prec.highest(keymap.of([submit])),
        lineNumbers(),
        foldGutter(),
        drawSelection(),
        bracketMatching(),
        json(),
        syntaxHighlighting(colours),
        editorTheme,
        wrapping.of(wrappingOf(options.text)),
        // Chromium focuses the text anyway; the attribute says so to accessibility checks.
        EditorView.contentAttributes.of(() => ({ 'aria-label': label(), tabindex: '0' })),
        ...editing,
        keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  return {
    setText(text) {
      if (view.state.doc.toString() !== text)
        view.dispatch({
          changes: { from: 0, to: view.state.doc.length, insert: text },
          effects: wrapping.reconfigure(wrappingOf(text)),
        })
    },
    updateTexts: () => view.dispatch({ effects: textsChanged.of(null) }),
    destroy: () => view.destroy(),
  }
}
