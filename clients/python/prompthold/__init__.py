"""Client of Prompthold: prompts by name and label, cached, and usable while the service is away.

    from prompthold import Prompthold

    with Prompthold(url="https://prompts.example.com", label="production") as prompts:
        print(prompts.get("support/reply").render(name="Ada"))

Needs nothing but the standard library. A client may be shared by all threads of a process.
"""

from .async_client import AsyncPrompthold
from .client import Prompthold
from .errors import (
    PromptholdError,
    PromptholdOffline,
    PromptNotFound,
    PromptVariablesError,
    Unauthorized,
    Unavailable,
)
from .fallback import Fallback
from .prompt import Message, Placeholders, Prompt, Rendering
from .testing import test_prompts
from .version import __version__
from .writer import Moved, Published

__all__ = [
    "AsyncPrompthold",
    "Fallback",
    "Message",
    "Moved",
    "Placeholders",
    "Prompt",
    "PromptNotFound",
    "PromptVariablesError",
    "Prompthold",
    "PromptholdError",
    "PromptholdOffline",
    "Published",
    "Rendering",
    "Unauthorized",
    "Unavailable",
    "__version__",
    "test_prompts",
]
