/** The tools for the records of one or several domains. */
export type ZoneToolName = 'import' | 'template' | 'saveTemplate' | 'history'
