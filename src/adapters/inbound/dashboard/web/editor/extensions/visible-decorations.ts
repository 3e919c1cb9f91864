import { type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Decorations of what is in view, built again when that changes: decorating a long text on every key would be slow. */
export const visibleDecorations = (
  build: (view: EditorView) => DecorationSet,
  isOutdated: (update: ViewUpdate) => boolean = () => false,
) =>
  ViewPlugin.define(
    (view) => ({
      decorations: build(view),
      update(update: ViewUpdate) {
        const { docChanged, viewportChanged } = update;
        if (docChanged || viewportChanged || isOutdated(update)) this.decorations = build(update.view);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  );
